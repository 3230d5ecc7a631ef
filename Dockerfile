# The service in production: `docker build -t instance-administration .`, then docs/deployment.md.

# What npm needs to know, so that packages are installed anew only when these files change.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# The console and the page of the contract take the development dependencies to build, those of the workspaces too.
FROM manifests AS page
COPY console/package.json console/
COPY sdk/package.json sdk/
COPY tools/generate/package.json tools/generate/
RUN npm ci --ignore-scripts
COPY . .
# The checkout may be readable for its owner alone, and the service runs as another user.
RUN node tools/build.ts && chmod -R a+rX .build LICENSE contract package.json server spec

# Without what production never starts. All of it is optional for npm: Node, which this image has, and the embedded
# PostgreSQL and identity provider of workshop/.
FROM manifests AS packages
RUN npm ci --omit=dev --omit=optional --ignore-scripts --workspaces=false

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=page /app/package.json /app/LICENSE ./
COPY --from=page /app/.build .build
COPY --from=page /app/contract contract
COPY --from=page /app/spec spec
COPY --from=page /app/server server
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "server/commands/healthcheck.ts"]
# Otherwise V8 takes up to 200 MB of a large machine for objects that live a moment, without being faster.
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]

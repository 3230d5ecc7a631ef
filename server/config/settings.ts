import { rolesSources } from '../access/roles.ts'
import { poolers } from '../db/connection/pooler.ts'
import { directoryKinds } from '../identity/directory-kind.ts'
import { samplers } from '../telemetry/samplers.ts'
import {
  baseUrl,
  databaseUrl,
  encryptionKeys,
  folder,
  fraction,
  headers,
  hosts,
  integer,
  list,
  oneOf,
  origins,
  secret,
  text,
  url,
  type Setting,
} from './kinds.ts'

/**
 * Every environment variable of the service. The type of the configuration (`PORT` is `port` there), the checks and
 * docs/configuration.md follow from this table. A setting without a default is undefined when the variable is not set.
 */
export const settings = {
  DATABASE_URL: {
    ...databaseUrl,
    neededInProduction: 'name a PostgreSQL 15 or later',
    meaning:
      'PostgreSQL 15 or later, with UTF-8 `LC_CTYPE`; several hosts as `//a:5432,b:5432/name`. In development without it: embedded.',
  },
  OIDC_ISSUER: {
    ...url('https:', 'http:'),
    inProduction: url('https:'),
    neededInProduction: 'name the issuer of your identity provider',
    meaning: 'Issuer of the access tokens; https in production. In development without it: embedded.',
  },
  HOST: {
    ...text,
    default: '127.0.0.1',
    inProduction: { default: '0.0.0.0' },
    meaning: 'Address that the API listens on.',
  },
  PORT: { ...integer(0, 65535), default: 3000, meaning: 'Port of the API; `0` takes a free one.' },
  MANAGEMENT_HOST: {
    ...text,
    default: '127.0.0.1',
    inProduction: { default: '0.0.0.0' },
    meaning: 'Address of `/healthz`, `/readyz` and `/metrics`. Keep it from the internet.',
  },
  MANAGEMENT_PORT: { ...integer(0, 65535), default: 3001, meaning: 'Port of `/healthz`, `/readyz` and `/metrics`.' },
  DATA_DIR: { ...folder, default: '.data', meaning: 'Folder of what the server keeps for itself in development.' },
  DATABASE_POOL_SIZE: {
    ...integer(1, 1000),
    default: 10,
    meaning: 'Connections to the database for requests; a server opens three more.',
  },
  DATABASE_POOLER: {
    ...oneOf(poolers),
    default: 'none',
    meaning: 'What stands before PostgreSQL: `transaction`, a pooler such as PgBouncer; or `none`.',
  },
  DATABASE_ACQUIRE_TIMEOUT_MS: {
    ...integer(10, 60_000),
    default: 2000,
    meaning: 'How long a request waits for a connection before it is answered 503.',
  },
  DATABASE_STATEMENT_TIMEOUT_MS: {
    ...integer(10, 60_000),
    default: 5000,
    meaning:
      'How long a statement may take before its request is answered 503. With `DATABASE_POOLER=transaction` the limit of the account holds.',
  },
  OIDC_AUDIENCE: { ...text, default: 'instance-admin', meaning: 'Audience of the access tokens.' },
  CONSOLE_CLIENT_ID: {
    ...text,
    meaning:
      'Public client at the issuer as which the console at `/console` signs people in; without it there is no console. In development without `OIDC_ISSUER`: embedded.',
  },
  OIDC_INSTANCES_CLAIM: {
    ...text,
    default: 'instances',
    meaning: "Claim with the caller's instances; `/a/b` reaches a nested one.",
  },
  OIDC_ROLES_CLAIM: {
    ...text,
    default: 'roles',
    meaning:
      "Claim with the caller's roles in all instances, or an object with those in each; `/a/b` reaches a nested one.",
  },
  OIDC_USER_CLAIM: {
    ...text,
    default: 'sub',
    meaning: "Claim with the id of the user's account, or of a user who has no account; `/a/b` reaches a nested one.",
  },
  OIDC_CLIENT_CLAIM: {
    ...text,
    default: '',
    meaning:
      "Claim that only a client's own tokens have, or `<claim>=<value>`. Not needed where their `sub` is their `client_id` or `azp`.",
  },
  ROLES_FROM: {
    ...oneOf(rolesSources),
    default: 'service',
    meaning:
      "Where users' roles come from: `service`, as stored with the user in the instance; `token`, the claims of the token.",
  },
  IDENTITY_DIRECTORY: {
    ...oneOf(directoryKinds),
    inProduction: oneOf(['keycloak', 'scim', 'none']),
    meaning:
      'Where the accounts of users are kept: `keycloak`, `scim` (SCIM 2.0), `none` (others keep them, the default with ' +
      '`OIDC_ISSUER`) or `embedded` (the embedded identity provider, the default without).',
  },
  IDENTITY_DIRECTORY_URL: {
    ...baseUrl('https:', 'http:'),
    inProduction: baseUrl('https:'),
    meaning:
      'Keycloak: the URL of the realm, `https://.../realms/<realm>`, when it is not `OIDC_ISSUER`. SCIM: the base URL, before `/Users`.',
  },
  IDENTITY_DIRECTORY_CLIENT: { ...text, meaning: 'Keycloak: the client whose service account keeps the users.' },
  IDENTITY_DIRECTORY_SECRET: { ...secret, meaning: "Keycloak: that client's secret. SCIM: the bearer token." },
  IDENTITY_PORT: { ...integer(0, 65535), default: 3002, meaning: 'Port of the embedded identity provider.' },
  ENCRYPTION_KEYS: {
    ...encryptionKeys,
    neededInProduction: 'list keys as <id>:<32 bytes in base64>',
    meaning:
      'Keys of stored secrets, `<id>:<32 bytes in base64>`, comma-separated, the active one first. ' +
      'In development without it: generated.',
  },
  CORS_ORIGINS: {
    ...origins,
    default: '',
    meaning: 'Origins whose pages may call, comma-separated. In development without it: those of this machine.',
  },
  RATE_LIMIT_PER_MINUTE: {
    ...integer(1, 10_000_000),
    default: 6000,
    meaning: 'Requests a minute per caller and instance, on all servers together.',
  },
  CONNECTION_TESTS_PER_MINUTE: {
    ...integer(1, 10_000_000),
    default: 60,
    meaning:
      'Requests a minute per caller and instance, on all servers together, to each operation that calls others: tests of integrations that are not saved, tests of webhooks, redeliveries, replays.',
  },
  OUTBOUND_ALLOWED_HOSTS: {
    ...hosts,
    default: '',
    meaning:
      'Hosts and CIDRs that connection tests and webhooks may reach beside the public internet, on every port, comma-separated.',
  },
  INTEGRATION_TYPES_DIR: {
    ...folder,
    meaning: 'Folder of integration types of your own, see [their page](integration-types.md#types-of-your-own).',
  },
  INTEGRATION_TYPES_HOSTS: {
    ...list,
    default: '',
    meaning: 'Hosts that those types may call, such as `*.corp.example`, comma-separated.',
  },
  LOG_LEVEL: {
    ...oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    meaning: 'Least severity that is logged.',
  },
  SHUTDOWN_DELAY_MS: {
    ...integer(0, 600_000),
    default: 0,
    inProduction: { default: 5000 },
    meaning:
      'How long requests are still accepted after SIGTERM, while `/readyz` is 503: a balancer must have turned to other servers, and closed its idle connections, within this time.',
  },
  SHUTDOWN_TIMEOUT_MS: {
    ...integer(0, 600_000),
    default: 10_000,
    meaning: 'How long running requests may take to finish after `SHUTDOWN_DELAY_MS`.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...baseUrl('https:', 'http:'),
    meaning:
      'Collector of OpenTelemetry, without `/v1/traces`: gets traces as OTLP over HTTP, in JSON. Without it, nothing is traced.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...headers,
    default: '',
    meaning: 'Headers for the collector, `<name>=<percent-encoded value>`, comma-separated.',
  },
  OTEL_TRACES_SAMPLER: {
    ...oneOf(samplers),
    default: 'parentbased_always_on',
    meaning: "Which requests are traced; `parentbased_`: those that the caller's `traceparent` says.",
  },
  OTEL_TRACES_SAMPLER_ARG: { ...fraction, default: 1, meaning: 'The part of the traces that `traceidratio` keeps.' },
  CHECK_INTERVAL_MINUTES: {
    ...integer(0, 1440),
    default: 15,
    meaning: "Between two background checks of an integration's connection; `0`: none at all.",
  },
  WORK_LEDGER: {
    ...oneOf(['database', 'prism']),
    default: 'database',
    meaning: "Where the ledger's list and reads come from: `database`, or `prism`, a mock that stands in for it.",
  },
  WORK_LEDGER_URL: {
    ...url('http:', 'https:'),
    default: 'http://127.0.0.1:4010',
    meaning: 'Where the stand-in is: `npx prism mock spec/openapi.yaml`, or `npm run mock -- --only inferred`.',
  },
} satisfies Record<string, Setting<unknown>>

// Generated from the contract by openapi-typescript and tools/generate/name-types.ts: never change this file.

import type * as schemas from './schemas.gen.ts'

export type * from './schemas.gen.ts'


export interface paths {
    "/instances": {
        parameters: {
        };
        /**
         * List instances
         * The instances that the caller's token opens, with the caller's roles in each: none for a disabled user. A user interface offers them to choose from. Open without a role, too.
         */
        get: operations["listInstances"];
    };
    "/instances/{instanceId}/me": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Read the caller
         * Who the caller is in this instance, with which roles, and the operations that these open. A user interface shows nothing else. Open without a role, too: then there are no roles and no operations.
         */
        get: operations["getMe"];
    };
    "/instances/{instanceId}/users": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List users
         * The users of the instance, by default the most recently changed first.
         */
        get: operations["listUsers"];
        /**
         * Create a user
         * Creates an enabled user, and an account at the identity provider: both or neither. Username and email address are unique in the instance, whatever the case. The user must replace the temporary password at the first login.
         */
        post: operations["createUser"];
    };
    "/instances/{instanceId}/users/batch": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Create many users
         * Creates up to 200 users as `createUser` does, each whole or not at all: a user that cannot be created hinders no other. The answer has a result for each user, in the order of the request. A body that breaks the contract is 400 as a whole, and creates nobody. Each user counts as a request for the rate limit. Where the identity provider is so slow that there is no time left, the users that are left get 503 in their result: send those again.
         */
        post: operations["createUsers"];
    };
    "/instances/{instanceId}/users/{userId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        /**
         * Read a user
         * One user of the instance.
         */
        get: operations["getUser"];
        /**
         * Update a user
         * Changes what is sent and keeps the rest; null clears an optional name. `enabled: false` and other `roles` take effect at the next request with a token of that user. A `temporaryPassword` must be changed at the next login, and gives an account to a user who has none. The account at the identity provider changes together with the user; where the provider cannot be reached, nothing is changed, except that a user is disabled here at once and there later (unless names, email address or password are to change, too). Users cannot disable themselves or take the Administrator role from themselves, and the last enabled administrator of an instance stays; a client with a token of its own may do both. Where the operator keeps the account of a user (`account_shared`), names, email address and password cannot be changed here; roles and `enabled` can, and concern this instance alone.
         */
        put: operations["updateUser"];
        /**
         * Delete a user
         * Deletes the user for good, with all that is known of the person: also in the answers that are kept for an `Idempotency-Key`. What the work ledger says stays. The user counts no more from the next request on. The account at the identity provider is removed if it was created here, and closed if it was there before: now, or when the provider can be reached again. Users cannot delete themselves, and the last enabled administrator of an instance stays; a client with a token of its own may delete any user.
         */
        delete: operations["deleteUser"];
    };
    "/instances/{instanceId}/users/{userId}/account": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        /**
         * Read the account of a user
         * What the identity provider says of the account with which the user signs in, asked now: 503 when it cannot be reached. What it does not tell is null. No list has this.
         */
        get: operations["getUserAccount"];
    };
    "/instances/{instanceId}/agents": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List agents
         * The agents of the instance, by default by name.
         */
        get: operations["listAgents"];
        /**
         * Create an agent
         * Creates an AI agent, which needs a `model`, or a human one, which has none.
         */
        post: operations["createAgent"];
    };
    "/instances/{instanceId}/agents/{agentId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21
                 */
                agentId: components["parameters"]["AgentId"];
            };
        };
        /**
         * Read an agent
         * One agent of the instance.
         */
        get: operations["getAgent"];
        /**
         * Replace an agent
         * Replaces the agent; an optional field that is left out becomes empty. `active` activates and deactivates.
         */
        put: operations["updateAgent"];
        /**
         * Delete an agent
         * Deletes the agent for good.
         */
        delete: operations["deleteAgent"];
    };
    "/instances/{instanceId}/agents/{agentId}/work": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The id of an agent, or another name that operations have for one.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                agentId: components["parameters"]["NamedAgentId"];
            };
        };
        /**
         * Read what an agent did
         * The agent's own share of the work ledger in a range of days, in total, by day and by AI model, beside the range of as many days before. An agent that was deleted, or that only reports name, has its work, too.
         */
        get: operations["getAgentWork"];
    };
    "/instances/{instanceId}/integrations": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List integrations
         * The integrations of the instance, by default by name.
         */
        get: operations["listIntegrations"];
        /**
         * Create an integration
         * Creates an integration with status `connecting`. A first connection check follows in the background, usually within seconds: success makes it `active`, failure `error`. `metadata` takes the fields of the type, secrets included; `GET .../integration-types/{type}` says which. Secrets are stored encrypted and never come back.
         */
        post: operations["createIntegration"];
    };
    "/instances/{instanceId}/integrations/test": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Test an integration before it is saved
         * Calls the external system with the configuration of the request, as a test of a stored integration does, and stores nothing. With `integrationId`, the stored secrets of that integration stand in for those that `metadata` leaves out, unless a host or URL differs from the stored one. What could not be saved is refused (422). Callers have a rate limit of its own for it.
         */
        post: operations["testUnsavedIntegration"];
    };
    "/instances/{instanceId}/integrations/{integrationId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        /**
         * Read an integration
         * One integration of the instance, without its secrets; `configuredSecrets` names those that are set.
         */
        get: operations["getIntegration"];
        /**
         * Replace an integration
         * Replaces the integration, except that secrets which `metadata` leaves out are kept. A changed host or URL asks for the secrets again. `type` cannot change. A changed `metadata` sets the status back to `connecting` until a background check has tried it, unless the integration is disabled.
         */
        put: operations["updateIntegration"];
        /**
         * Delete an integration
         * Deletes the integration and its secrets for good.
         */
        delete: operations["deleteIntegration"];
    };
    "/instances/{instanceId}/integrations/{integrationId}/test": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        /**
         * Test an integration
         * Calls the external system with the stored configuration and says how that went. Every completed test is 200, whatever its outcome. Sets `isHealthy`, `lastHealthCheck`, `lastTest` and, unless the integration is disabled, the status. Takes at most 10 seconds.
         */
        post: operations["testIntegration"];
    };
    "/instances/{instanceId}/integrations/{integrationId}/last-test": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        /**
         * Read the last test of an integration
         * How far the last connection test came, step by step, whether a caller asked for it or the background check made it. The integration itself has the outcome and the message as `lastTest`.
         */
        get: operations["getLastTest"];
    };
    "/instances/{instanceId}/integrations/{integrationId}/enable": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        /**
         * Enable an integration
         * An `inactive` integration becomes `connecting` and is checked in the background; any other stays as it is.
         */
        post: operations["enableIntegration"];
    };
    "/instances/{instanceId}/integrations/{integrationId}/disable": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        /**
         * Disable an integration
         * Whatever its status was, the integration becomes `inactive` and keeps its configuration.
         */
        post: operations["disableIntegration"];
    };
    "/instances/{instanceId}/integration-types": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List integration types
         * The types that an integration can have, with the fields of their configuration forms.
         */
        get: operations["listIntegrationTypes"];
    };
    "/instances/{instanceId}/integration-types/{type}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration type.
                 * @example SLACK
                 */
                type: components["schemas"]["IntegrationTypeName"];
            };
        };
        /**
         * Read an integration type
         * One integration type, with the fields of its configuration form.
         */
        get: operations["getIntegrationType"];
    };
    "/instances/{instanceId}/work-ledger": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List work ledger entries
         * Records of executed work, by default the newest first. Filters narrow each other.
         */
        get: operations["listWorkLedgerEntries"];
    };
    "/instances/{instanceId}/work-ledger/summary": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Summarise the work ledger
         * How many entries there are, what they cost and how long they took: in total, and by one of their properties. The filters are those of the list. Sums are of decimals: exact, and rounded once, half up, to 12 decimals. A search that finds more than 100,000 entries is refused with 422. By agent or AI model, each has its own share of an entry and not the whole of it, and `rest` is what no group has.
         */
        get: operations["summariseWorkLedger"];
    };
    "/instances/{instanceId}/work-ledger/export": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Export the work ledger
         * Every entry that the filters leave, in the order of `sort`, as a file to download. It is sent while it is read: entries that are added or updated meanwhile may be missing or in either state. No entry comes twice as long as its `sort` property does not change: `createdAt` does not. A transfer that ends early is an error of the connection, never a complete answer. A server runs 4 exports at a time, 2 of one caller, and answers 503 to more. One whose client takes nothing, or next to nothing, for 45 seconds is ended: read at least 64 KiB a second.
         */
        get: operations["exportWorkLedger"];
    };
    "/instances/{instanceId}/work-ledger/{entryId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41
                 */
                entryId: components["schemas"]["Id"];
            };
        };
        /**
         * Read a work ledger entry
         * One record of executed work.
         */
        get: operations["getWorkLedgerEntry"];
    };
    "/instances/{instanceId}/work-ledger/{entryId}/operations": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example refund-48-1177
                 */
                entryId: components["schemas"]["Id"];
            };
        };
        /**
         * List the operations of an entry
         * What was done in an execution, as it was reported. Imported entries have none.
         */
        get: operations["listWorkLedgerOperations"];
    };
    "/instances/{instanceId}/work-ledger/{entryId}/review": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example refund-48-1177
                 */
                entryId: components["schemas"]["Id"];
            };
        };
        /**
         * Review an entry
         * Decides about an entry that is finished (`completed` or `failed`) and whose policy status is `review_required`. The entry then has the decided policy status, and keeps the computed one in `review`. Each entry is reviewed once.
         */
        post: operations["reviewWorkLedgerEntry"];
    };
    "/instances/{instanceId}/executions": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Report many executions
         * Takes up to 1,000 reports as `reportExecution` does, in their order; a report that is refused hinders no other. The answer has a result for each. A body that breaks the contract is 400 as a whole, and nothing of it is taken. The service computes for two seconds at most: the reports that are left get `not_taken` in their result. Send those again. A batch counts as one request for the rate limit.
         */
        post: operations["reportExecutions"];
    };
    "/instances/{instanceId}/otlp/v1/traces": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Export traces
         * Takes what an OpenTelemetry exporter or collector sends (OTLP/HTTP 1.11, protobuf or JSON, also compressed by gzip), and writes a work ledger entry for each trace that names an execution. A span of it has the attributes `twu.model.id`, `twu.execution.id` and `twu.entity.id`. Spans wait until ten seconds after the last one of their trace, and then the trace is reported as `reportExecution` does. What never names an execution is dropped after 15 minutes. Only what the entry needs is kept of a span: no message and no prompt.
         *     Answers are those of OTLP, in the media type of the request: an ExportTraceServiceResponse, or a `google.rpc.Status` whose `message` begins with the code of the problem. Unless spans were rejected, the answer has no `partialSuccess`. Send again what is answered with 429 or 503.
         */
        post: operations["exportTraces"];
    };
    "/instances/{instanceId}/mcp": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Send a message of the Model Context Protocol
         * How assistants look things up and do chores in an instance. It speaks the Model Context Protocol over HTTP (revision 2026-07-28, and those of 2025), one message a request, without sessions. Its tools are the operations of this contract, each with the arguments, the rules and the refusals that it has here: those that the caller may call, of which those that change something only where the instance allows them to assistants. A refusal is the result of a tool, with the code and the sentence of the problem.
         */
        post: operations["sendMcpMessage"];
    };
    "/instances/{instanceId}/model-prices": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List prices of AI models
         * The prices by which the service computes costs that a report leaves out, by default by model.
         */
        get: operations["listModelPrices"];
        /**
         * Set a price of an AI model
         * Sets the price that a model has from a day on, until the day of its next price. A price for the same model and day is replaced. Only reports that come from then on are computed by it, also those of work from before: what is stored stays as it is.
         */
        put: operations["setModelPrice"];
    };
    "/instances/{instanceId}/model-prices/{priceId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The price.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71
                 */
                priceId: components["parameters"]["PriceId"];
            };
        };
        /**
         * Delete a price of an AI model
         * Takes back a price that was set for a wrong model or day. The price before it then holds on. Costs that were computed by it stay as they are.
         */
        delete: operations["deleteModelPrice"];
    };
    "/instances/{instanceId}/mcp-access": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Read what assistants may change
         * The operations that change something and that assistants may call in this instance. Until somebody sets them, there are none.
         */
        get: operations["getMcpAccess"];
        /**
         * Set what assistants may change
         * Sets the operations that change something and that assistants may call in this instance, whoever they work for; the roles of that person still count. What is left out is closed to assistants. An operation that deletes needs `deletes` as well. No assistant can be given this operation.
         */
        put: operations["setMcpAccess"];
    };
    "/instances/{instanceId}/twu-models": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List TWU models
         * The TWU models of the instance without their definitions, by default the most recently changed first.
         */
        get: operations["listTwuModels"];
        /**
         * Save a TWU model as a draft
         * Creates a model whose version 1 is a draft. A draft may have gaps; they are checked when it is published.
         */
        post: operations["createTwuModel"];
    };
    "/instances/{instanceId}/twu-models/evaluate": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Try a TWU model
         * Computes what a model says of work operations: its outcomes, its policies, the sums of the work, and its cases. The model is a `definition` of the request or a stored version: `modelId` with `version`, or the version that the model shows. Nothing is stored, and nothing about the model is refused: what cannot be computed is a fault in the answer. A model that would take too long for these operations has this fault at each outcome. When many models are tried at once, or one takes longer than two seconds, the answer is 503.
         */
        post: operations["evaluateTwuModel"];
    };
    "/instances/{instanceId}/twu-models/{modelId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        /**
         * Read a TWU model
         * One TWU model with the definitions of the version that it shows: its newest published version; without one its draft; without either its newest version. `draftVersion` tells of a draft that is not shown.
         */
        get: operations["getTwuModel"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/publish": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        /**
         * Publish the draft
         * Publishes the draft of the model, so that the version is available for use; it never changes again. The draft needs entities, actions, events and outcomes, references that resolve, expressions that compile and cases that are met; otherwise 422 points at every fault. Older published versions stay published. `If-Match` takes the `ETag` of the draft's version, or of the model, which changes with each of its versions.
         */
        post: operations["publishTwuModel"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/executions": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        /**
         * Report an execution
         * Says what was done by a published version of a model. The service computes the outcomes, the policy status, the actors, the active time and the cost, and writes the work ledger entry. Until an execution is finished (`completed` or `failed`), a report with the same `id` replaces the one before. The same report again changes nothing, so that a report without an answer may be repeated. The first report decides about the version and about `createdAt`. A cost that is left out is computed by the price of the AI model before anything else.
         */
        post: operations["reportExecution"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/versions": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        /**
         * List the versions of a TWU model
         * The versions with their full definitions, by default the newest first, as an array. When there are more than `size`, the `Link` header has the next page.
         */
        get: operations["listTwuModelVersions"];
        /**
         * Create a new version
         * Creates the next version of the model as a draft. A model has one draft at a time. Older versions stay as they are.
         */
        post: operations["createTwuModelVersion"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/versions/{version}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        /**
         * Read a version
         * One version of the model with its full definitions.
         */
        get: operations["getTwuModelVersion"];
        /**
         * Edit a draft
         * Replaces name, description and definitions of a draft. A published or archived version never changes. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
         */
        put: operations["updateTwuModelVersion"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/versions/{version}/archive": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        /**
         * Archive a version
         * Archives a version: it stays readable and is no longer for use. Archiving a draft discards it, so that another version can be created. An archived version stays archived. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
         */
        post: operations["archiveTwuModelVersion"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/versions/{version}/compare/{other}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
                /**
                 * Number of the version to compare it with.
                 * @example 2
                 */
                other: components["parameters"]["OtherVersion"];
            };
        };
        /**
         * Compare two versions
         * What differs between two versions of the model, from the older to the newer one, whichever is named first: the definitions that were added, removed or changed, and what both versions say of the cases of the newer one. Definitions are matched by name: a renamed one was removed and added. When many models are evaluated at once, or the comparison takes longer than two seconds, the answer is 503.
         */
        get: operations["compareTwuModelVersions"];
    };
    "/instances/{instanceId}/twu-models/{modelId}/versions/{version}/backtest": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        /**
         * Try a version on stored executions
         * What a draft or another version would have said of executions of this model: the newest ones that were reported, or the newest that the filters leave. Nothing is stored. The service computes for two seconds at most, the newest executions first, and says how many it came to. When many models are evaluated at once, the answer is 503.
         */
        post: operations["backtestTwuModelVersion"];
    };
    "/instances/{instanceId}/changes": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List changes
         * What was changed in the instance, by whom and when, the newest first. Filters narrow each other. Only changes of what the caller may read are listed.
         */
        get: operations["listChanges"];
    };
    "/instances/{instanceId}/changes/stream": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * Follow the changes
         * Server-sent events, one for each change in the order of their numbers, as soon as it is made: an event `change` whose data is a `ChangeNotice`, without names and values. Only changes of what the caller may read are sent; an event `bookmark` moves the position on past the others. The `id` of an event is its position: send the last one as `Last-Event-ID`, as browsers do, or as `after`, and nothing is missed and nothing comes twice. Without a position the stream begins with a bookmark and what is changed from then on. A position whose changes are no longer kept, which was never reached, or which is from before the database was restored or its standby took over, is 410: read again what you show, then follow without a position. A comment every 15 seconds keeps the connection open. The stream ends with the token, within 5 seconds of a change of the caller's roles or a suspension of the instance, and when the server stops: connect again. A server has 1,000 streams at a time, 20 of one caller, and answers 503 to more.
         */
        get: operations["streamChanges"];
    };
    "/instances/{instanceId}/changes/{sequence}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The number of the change.
                 * @example 4711
                 */
                sequence: components["schemas"]["ChangeSequence"];
            };
        };
        /**
         * Read a change
         * One change of the instance. It is never changed itself, unless values are erased from it.
         */
        get: operations["getChange"];
    };
    "/instances/{instanceId}/webhooks": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        /**
         * List webhooks
         * The webhooks of the instance, by default the newest first. An instance has at most 20.
         */
        get: operations["listWebhooks"];
        /**
         * Create a webhook
         * Creates a webhook: from now on the service sends a POST to `url` for each change that is one of `events`. The answer shows the secret that signs them, this once.
         */
        post: operations["createWebhook"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        /**
         * Read a webhook
         * One webhook of the instance, without its secret.
         */
        get: operations["getWebhook"];
        /**
         * Replace a webhook
         * Replaces the webhook; its secret stays. A webhook that is enabled again goes on with the changes from then on: those made meanwhile are sent by a replay only. What waits for a webhook that is disabled is not sent.
         */
        put: operations["updateWebhook"];
        /**
         * Delete a webhook
         * Deletes the webhook with its secret and its deliveries for good.
         */
        delete: operations["deleteWebhook"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        /**
         * Give a webhook a new secret
         * Gives the webhook a new secret, which the answer shows this once. For 24 hours each request has two signatures, by the new secret and by the one before.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}/test": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        /**
         * Test a webhook
         * Sends an event `webhook.test`, like any other delivery. The delivery says how that goes. Callers have a rate limit of its own for it.
         */
        post: operations["testWebhook"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}/replay": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        /**
         * Replay changes to a webhook
         * Sends the changes of a range of numbers that are among the webhook's events, whether or not they were sent before; what is about to be sent anyway is sent once. At most 1,000 changes are looked through at once: `next` says where to go on. Callers have a rate limit of its own for it.
         */
        post: operations["replayWebhook"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}/deliveries": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        /**
         * List deliveries of a webhook
         * What was sent to the webhook in the last 30 days, at most the last 10,000 deliveries, by default the newest first. What the receiver answered is not kept, but for its status.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/instances/{instanceId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * The delivery.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
        };
        /**
         * Send a delivery again
         * Sends the delivery again, with the same `webhook-id`, whatever became of it. One that waits for a later attempt is sent now; one that is about to be sent anyway stays as it is. Callers have a rate limit of its own for it.
         */
        post: operations["redeliverWebhook"];
    };
}
export interface webhooks {
    agent: {
        parameters: {
        };
        /**
         * An agent was created, changed or deleted
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["agentEvent"];
    };
    user: {
        parameters: {
        };
        /**
         * A user was created, changed, disabled, enabled or deleted
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["userEvent"];
    };
    integration: {
        parameters: {
        };
        /**
         * An integration was changed, broke or recovered
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["integrationEvent"];
    };
    twuModel: {
        parameters: {
        };
        /**
         * A TWU model was changed or published
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["twuModelEvent"];
    };
    workLedger: {
        parameters: {
        };
        /**
         * The work ledger was changed by a command, or an execution needs a look
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["workLedgerEvent"];
    };
    modelPrice: {
        parameters: {
        };
        /**
         * A price of an AI model was changed
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["modelPriceEvent"];
    };
    mcpAccess: {
        parameters: {
        };
        /**
         * What assistants may change was set
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["mcpAccessEvent"];
    };
    instance: {
        parameters: {
        };
        /**
         * The instance was changed by its operator
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["instanceEvent"];
    };
    webhook: {
        parameters: {
        };
        /**
         * A webhook was changed, or is tested
         * Sent by the rules of Standard Webhooks, at least once and in no certain order: remember `webhook-id` to take each once, and read the resource to know its state. Ignore what you do not know: there will be more types and fields. Verify the signature before you trust the body. Each answer but 2xx within 10 seconds is followed by another attempt, for three days. No redirect is followed.
         */
        post: operations["webhookEvent"];
    };
}
export interface components {
    schemas: {
        UntypedIntegration: schemas.UntypedIntegration;
        UntypedIntegrationInput: schemas.UntypedIntegrationInput;
        InstanceSort: schemas.InstanceSort;
        RequestId: schemas.RequestId;
        Id: schemas.Id;
        InstanceStatus: schemas.InstanceStatus;
        CallerRole: schemas.CallerRole;
        CallerRoles: schemas.CallerRoles;
        Instance: schemas.Instance;
        PageInfo: schemas.PageInfo;
        InstancePage: schemas.InstancePage;
        ProblemCode: schemas.ProblemCode;
        Fault: schemas.Fault;
        Problem: schemas.Problem;
        BadListRequestProblem: schemas.BadListRequestProblem;
        UnauthorizedProblem: schemas.UnauthorizedProblem;
        NotAcceptableProblem: schemas.NotAcceptableProblem;
        TooManyRequestsProblem: schemas.TooManyRequestsProblem;
        InternalProblem: schemas.InternalProblem;
        UnavailableProblem: schemas.UnavailableProblem;
        EntityTag: schemas.EntityTag;
        Username: schemas.Username;
        EmailAddress: schemas.EmailAddress;
        PersonName: schemas.PersonName;
        OptionalPersonName: schemas.OptionalPersonName;
        Role: schemas.Role;
        Roles: schemas.Roles;
        Timestamp: schemas.Timestamp;
        User: schemas.User;
        Me: schemas.Me;
        BadRequestProblem: schemas.BadRequestProblem;
        ForbiddenProblem: schemas.ForbiddenProblem;
        InstanceNotFoundProblem: schemas.InstanceNotFoundProblem;
        UserSort: schemas.UserSort;
        UserPage: schemas.UserPage;
        OptionalPersonNameInput: schemas.OptionalPersonNameInput;
        TemporaryPassword: schemas.TemporaryPassword;
        UserCreate: schemas.UserCreate;
        BadBodyRequestProblem: schemas.BadBodyRequestProblem;
        UserCreateConflictProblem: schemas.UserCreateConflictProblem;
        PayloadTooLargeProblem: schemas.PayloadTooLargeProblem;
        UnsupportedMediaTypeProblem: schemas.UnsupportedMediaTypeProblem;
        UnusableUserCreateProblem: schemas.UnusableUserCreateProblem;
        UserBatch: schemas.UserBatch;
        UserCreateResult: schemas.UserCreateResult;
        UserBatchResult: schemas.UserBatchResult;
        IdempotencyConflictProblem: schemas.IdempotencyConflictProblem;
        IdempotencyMismatchProblem: schemas.IdempotencyMismatchProblem;
        UserNotFoundProblem: schemas.UserNotFoundProblem;
        UserUpdate: schemas.UserUpdate;
        UserConflictProblem: schemas.UserConflictProblem;
        PreconditionFailedProblem: schemas.PreconditionFailedProblem;
        UnusableUserUpdateProblem: schemas.UnusableUserUpdateProblem;
        UserNeededProblem: schemas.UserNeededProblem;
        UserAccount: schemas.UserAccount;
        AgentType: schemas.AgentType;
        Capability: schemas.Capability;
        AgentPriorityFilter: schemas.AgentPriorityFilter;
        AgentSort: schemas.AgentSort;
        AgentName: schemas.AgentName;
        Capabilities: schemas.Capabilities;
        AgentModel: schemas.AgentModel;
        AgentPriority: schemas.AgentPriority;
        MemberName: schemas.MemberName;
        AgentMetadata: schemas.AgentMetadata;
        Agent: schemas.Agent;
        AgentPage: schemas.AgentPage;
        AgentInput: schemas.AgentInput;
        AgentNotFoundProblem: schemas.AgentNotFoundProblem;
        NamedAgentId: schemas.NamedAgentId;
        Day: schemas.Day;
        TimeZone: schemas.TimeZone;
        EntryCount: schemas.EntryCount;
        Share: schemas.Share;
        ActiveTimeSum: schemas.ActiveTimeSum;
        CostSum: schemas.CostSum;
        WithoutCostSum: schemas.WithoutCostSum;
        TokenSum: schemas.TokenSum;
        TokenSums: schemas.TokenSums;
        AgentWorkSums: schemas.AgentWorkSums;
        AgentWorkDay: schemas.AgentWorkDay;
        AgentWorkAiModel: schemas.AgentWorkAiModel;
        AgentWork: schemas.AgentWork;
        IntegrationTypeName: schemas.IntegrationTypeName;
        IntegrationStatus: schemas.IntegrationStatus;
        IntegrationSort: schemas.IntegrationSort;
        IntegrationName: schemas.IntegrationName;
        IntegrationDescription: schemas.IntegrationDescription;
        ActiveCampaignConfiguration: schemas.ActiveCampaignConfiguration;
        ConfiguredSecrets: schemas.ConfiguredSecrets;
        SecretsExpireAt: schemas.SecretsExpireAt;
        IsHealthy: schemas.IsHealthy;
        LastHealthCheck: schemas.LastHealthCheck;
        ConnectionTestOutcome: schemas.ConnectionTestOutcome;
        ConnectionTestMessage: schemas.ConnectionTestMessage;
        LastTest: schemas.LastTest;
        ConsecutiveFailures: schemas.ConsecutiveFailures;
        ActiveCampaignIntegration: schemas.ActiveCampaignIntegration;
        AircallConfiguration: schemas.AircallConfiguration;
        AircallIntegration: schemas.AircallIntegration;
        AirtableConfiguration: schemas.AirtableConfiguration;
        AirtableIntegration: schemas.AirtableIntegration;
        AmazonConnectConfiguration: schemas.AmazonConnectConfiguration;
        AmazonConnectIntegration: schemas.AmazonConnectIntegration;
        AnthropicConfiguration: schemas.AnthropicConfiguration;
        AnthropicIntegration: schemas.AnthropicIntegration;
        ApolloConfiguration: schemas.ApolloConfiguration;
        ApolloIntegration: schemas.ApolloIntegration;
        AsanaConfiguration: schemas.AsanaConfiguration;
        AsanaIntegration: schemas.AsanaIntegration;
        AssemblyaiConfiguration: schemas.AssemblyaiConfiguration;
        AssemblyaiIntegration: schemas.AssemblyaiIntegration;
        AttioConfiguration: schemas.AttioConfiguration;
        AttioIntegration: schemas.AttioIntegration;
        AwsBedrockConfiguration: schemas.AwsBedrockConfiguration;
        AwsBedrockIntegration: schemas.AwsBedrockIntegration;
        AwsS3Configuration: schemas.AwsS3Configuration;
        AwsS3Integration: schemas.AwsS3Integration;
        AzureOpenaiConfiguration: schemas.AzureOpenaiConfiguration;
        AzureOpenaiIntegration: schemas.AzureOpenaiIntegration;
        BoxConfiguration: schemas.BoxConfiguration;
        BoxIntegration: schemas.BoxIntegration;
        CapsuleCrmConfiguration: schemas.CapsuleCrmConfiguration;
        CapsuleCrmIntegration: schemas.CapsuleCrmIntegration;
        CloseConfiguration: schemas.CloseConfiguration;
        CloseIntegration: schemas.CloseIntegration;
        CohereConfiguration: schemas.CohereConfiguration;
        CohereIntegration: schemas.CohereIntegration;
        ConfluenceConfiguration: schemas.ConfluenceConfiguration;
        ConfluenceIntegration: schemas.ConfluenceIntegration;
        CopperConfiguration: schemas.CopperConfiguration;
        CopperIntegration: schemas.CopperIntegration;
        DatabricksConfiguration: schemas.DatabricksConfiguration;
        DatabricksIntegration: schemas.DatabricksIntegration;
        DeepgramConfiguration: schemas.DeepgramConfiguration;
        DeepgramIntegration: schemas.DeepgramIntegration;
        DialpadConfiguration: schemas.DialpadConfiguration;
        DialpadIntegration: schemas.DialpadIntegration;
        DixaConfiguration: schemas.DixaConfiguration;
        DixaIntegration: schemas.DixaIntegration;
        DropboxConfiguration: schemas.DropboxConfiguration;
        DropboxIntegration: schemas.DropboxIntegration;
        ElasticsearchConfiguration: schemas.ElasticsearchConfiguration;
        ElasticsearchIntegration: schemas.ElasticsearchIntegration;
        ElevenlabsConfiguration: schemas.ElevenlabsConfiguration;
        ElevenlabsIntegration: schemas.ElevenlabsIntegration;
        Five9Configuration: schemas.Five9Configuration;
        Five9Integration: schemas.Five9Integration;
        FreshdeskConfiguration: schemas.FreshdeskConfiguration;
        FreshdeskIntegration: schemas.FreshdeskIntegration;
        FreshsalesConfiguration: schemas.FreshsalesConfiguration;
        FreshsalesIntegration: schemas.FreshsalesIntegration;
        FrontConfiguration: schemas.FrontConfiguration;
        FrontIntegration: schemas.FrontIntegration;
        GenesysCloudConfiguration: schemas.GenesysCloudConfiguration;
        GenesysCloudIntegration: schemas.GenesysCloudIntegration;
        GithubConfiguration: schemas.GithubConfiguration;
        GithubIntegration: schemas.GithubIntegration;
        GitlabConfiguration: schemas.GitlabConfiguration;
        GitlabIntegration: schemas.GitlabIntegration;
        GongConfiguration: schemas.GongConfiguration;
        GongIntegration: schemas.GongIntegration;
        GoogleBigqueryConfiguration: schemas.GoogleBigqueryConfiguration;
        GoogleBigqueryIntegration: schemas.GoogleBigqueryIntegration;
        GoogleDialogflowCxConfiguration: schemas.GoogleDialogflowCxConfiguration;
        GoogleDialogflowCxIntegration: schemas.GoogleDialogflowCxIntegration;
        GoogleDriveConfiguration: schemas.GoogleDriveConfiguration;
        GoogleDriveIntegration: schemas.GoogleDriveIntegration;
        GoogleGeminiConfiguration: schemas.GoogleGeminiConfiguration;
        GoogleGeminiIntegration: schemas.GoogleGeminiIntegration;
        GorgiasConfiguration: schemas.GorgiasConfiguration;
        GorgiasIntegration: schemas.GorgiasIntegration;
        GroqConfiguration: schemas.GroqConfiguration;
        GroqIntegration: schemas.GroqIntegration;
        GuruConfiguration: schemas.GuruConfiguration;
        GuruIntegration: schemas.GuruIntegration;
        HelpScoutConfiguration: schemas.HelpScoutConfiguration;
        HelpScoutIntegration: schemas.HelpScoutIntegration;
        HttpConfiguration: schemas.HttpConfiguration;
        HttpIntegration: schemas.HttpIntegration;
        HubspotConfiguration: schemas.HubspotConfiguration;
        HubspotIntegration: schemas.HubspotIntegration;
        HuggingFaceConfiguration: schemas.HuggingFaceConfiguration;
        HuggingFaceIntegration: schemas.HuggingFaceIntegration;
        InsightlyConfiguration: schemas.InsightlyConfiguration;
        InsightlyIntegration: schemas.InsightlyIntegration;
        IntercomConfiguration: schemas.IntercomConfiguration;
        IntercomIntegration: schemas.IntercomIntegration;
        JiraConfiguration: schemas.JiraConfiguration;
        JiraIntegration: schemas.JiraIntegration;
        KlaviyoConfiguration: schemas.KlaviyoConfiguration;
        KlaviyoIntegration: schemas.KlaviyoIntegration;
        KustomerConfiguration: schemas.KustomerConfiguration;
        KustomerIntegration: schemas.KustomerIntegration;
        LinearConfiguration: schemas.LinearConfiguration;
        LinearIntegration: schemas.LinearIntegration;
        MicrosoftDynamics365Configuration: schemas.MicrosoftDynamics365Configuration;
        MicrosoftDynamics365Integration: schemas.MicrosoftDynamics365Integration;
        MicrosoftTeamsConfiguration: schemas.MicrosoftTeamsConfiguration;
        MicrosoftTeamsIntegration: schemas.MicrosoftTeamsIntegration;
        MistralConfiguration: schemas.MistralConfiguration;
        MistralIntegration: schemas.MistralIntegration;
        MongodbAtlasConfiguration: schemas.MongodbAtlasConfiguration;
        MongodbAtlasIntegration: schemas.MongodbAtlasIntegration;
        NiceCxoneConfiguration: schemas.NiceCxoneConfiguration;
        NiceCxoneIntegration: schemas.NiceCxoneIntegration;
        NotionConfiguration: schemas.NotionConfiguration;
        NotionIntegration: schemas.NotionIntegration;
        OktaConfiguration: schemas.OktaConfiguration;
        OktaIntegration: schemas.OktaIntegration;
        OpenaiConfiguration: schemas.OpenaiConfiguration;
        OpenaiIntegration: schemas.OpenaiIntegration;
        PagerdutyConfiguration: schemas.PagerdutyConfiguration;
        PagerdutyIntegration: schemas.PagerdutyIntegration;
        PineconeConfiguration: schemas.PineconeConfiguration;
        PineconeIntegration: schemas.PineconeIntegration;
        PipedriveConfiguration: schemas.PipedriveConfiguration;
        PipedriveIntegration: schemas.PipedriveIntegration;
        PostgresqlConfiguration: schemas.PostgresqlConfiguration;
        PostgresqlIntegration: schemas.PostgresqlIntegration;
        ReplicateConfiguration: schemas.ReplicateConfiguration;
        ReplicateIntegration: schemas.ReplicateIntegration;
        RetellAiConfiguration: schemas.RetellAiConfiguration;
        RetellAiIntegration: schemas.RetellAiIntegration;
        RingcentralConfiguration: schemas.RingcentralConfiguration;
        RingcentralIntegration: schemas.RingcentralIntegration;
        SalesforceConfiguration: schemas.SalesforceConfiguration;
        SalesforceIntegration: schemas.SalesforceIntegration;
        SalesloftConfiguration: schemas.SalesloftConfiguration;
        SalesloftIntegration: schemas.SalesloftIntegration;
        SendgridConfiguration: schemas.SendgridConfiguration;
        SendgridIntegration: schemas.SendgridIntegration;
        ServicenowConfiguration: schemas.ServicenowConfiguration;
        ServicenowIntegration: schemas.ServicenowIntegration;
        SharepointConfiguration: schemas.SharepointConfiguration;
        SharepointIntegration: schemas.SharepointIntegration;
        ShopifyConfiguration: schemas.ShopifyConfiguration;
        ShopifyIntegration: schemas.ShopifyIntegration;
        SlackConfiguration: schemas.SlackConfiguration;
        SlackIntegration: schemas.SlackIntegration;
        SnowflakeConfiguration: schemas.SnowflakeConfiguration;
        SnowflakeIntegration: schemas.SnowflakeIntegration;
        StripeConfiguration: schemas.StripeConfiguration;
        StripeIntegration: schemas.StripeIntegration;
        TalkdeskConfiguration: schemas.TalkdeskConfiguration;
        TalkdeskIntegration: schemas.TalkdeskIntegration;
        TwilioConfiguration: schemas.TwilioConfiguration;
        TwilioIntegration: schemas.TwilioIntegration;
        TwilioFlexConfiguration: schemas.TwilioFlexConfiguration;
        TwilioFlexIntegration: schemas.TwilioFlexIntegration;
        VapiConfiguration: schemas.VapiConfiguration;
        VapiIntegration: schemas.VapiIntegration;
        VonageConfiguration: schemas.VonageConfiguration;
        VonageIntegration: schemas.VonageIntegration;
        WebhookConfiguration: schemas.WebhookConfiguration;
        WebhookIntegration: schemas.WebhookIntegration;
        XaiConfiguration: schemas.XaiConfiguration;
        XaiIntegration: schemas.XaiIntegration;
        ZendeskConfiguration: schemas.ZendeskConfiguration;
        ZendeskIntegration: schemas.ZendeskIntegration;
        ZohoCrmConfiguration: schemas.ZohoCrmConfiguration;
        ZohoCrmIntegration: schemas.ZohoCrmIntegration;
        IntegrationMetadata: schemas.IntegrationMetadata;
        Integration: schemas.Integration;
        IntegrationPage: schemas.IntegrationPage;
        ActiveCampaignMetadata: schemas.ActiveCampaignMetadata;
        ActiveCampaignIntegrationInput: schemas.ActiveCampaignIntegrationInput;
        AircallMetadata: schemas.AircallMetadata;
        AircallIntegrationInput: schemas.AircallIntegrationInput;
        AirtableMetadata: schemas.AirtableMetadata;
        AirtableIntegrationInput: schemas.AirtableIntegrationInput;
        AmazonConnectMetadata: schemas.AmazonConnectMetadata;
        AmazonConnectIntegrationInput: schemas.AmazonConnectIntegrationInput;
        AnthropicMetadata: schemas.AnthropicMetadata;
        AnthropicIntegrationInput: schemas.AnthropicIntegrationInput;
        ApolloMetadata: schemas.ApolloMetadata;
        ApolloIntegrationInput: schemas.ApolloIntegrationInput;
        AsanaMetadata: schemas.AsanaMetadata;
        AsanaIntegrationInput: schemas.AsanaIntegrationInput;
        AssemblyaiMetadata: schemas.AssemblyaiMetadata;
        AssemblyaiIntegrationInput: schemas.AssemblyaiIntegrationInput;
        AttioMetadata: schemas.AttioMetadata;
        AttioIntegrationInput: schemas.AttioIntegrationInput;
        AwsBedrockMetadata: schemas.AwsBedrockMetadata;
        AwsBedrockIntegrationInput: schemas.AwsBedrockIntegrationInput;
        AwsS3Metadata: schemas.AwsS3Metadata;
        AwsS3IntegrationInput: schemas.AwsS3IntegrationInput;
        AzureOpenaiMetadata: schemas.AzureOpenaiMetadata;
        AzureOpenaiIntegrationInput: schemas.AzureOpenaiIntegrationInput;
        BoxMetadata: schemas.BoxMetadata;
        BoxIntegrationInput: schemas.BoxIntegrationInput;
        CapsuleCrmMetadata: schemas.CapsuleCrmMetadata;
        CapsuleCrmIntegrationInput: schemas.CapsuleCrmIntegrationInput;
        CloseMetadata: schemas.CloseMetadata;
        CloseIntegrationInput: schemas.CloseIntegrationInput;
        CohereMetadata: schemas.CohereMetadata;
        CohereIntegrationInput: schemas.CohereIntegrationInput;
        ConfluenceMetadata: schemas.ConfluenceMetadata;
        ConfluenceIntegrationInput: schemas.ConfluenceIntegrationInput;
        CopperMetadata: schemas.CopperMetadata;
        CopperIntegrationInput: schemas.CopperIntegrationInput;
        DatabricksMetadata: schemas.DatabricksMetadata;
        DatabricksIntegrationInput: schemas.DatabricksIntegrationInput;
        DeepgramMetadata: schemas.DeepgramMetadata;
        DeepgramIntegrationInput: schemas.DeepgramIntegrationInput;
        DialpadMetadata: schemas.DialpadMetadata;
        DialpadIntegrationInput: schemas.DialpadIntegrationInput;
        DixaMetadata: schemas.DixaMetadata;
        DixaIntegrationInput: schemas.DixaIntegrationInput;
        DropboxMetadata: schemas.DropboxMetadata;
        DropboxIntegrationInput: schemas.DropboxIntegrationInput;
        ElasticsearchMetadata: schemas.ElasticsearchMetadata;
        ElasticsearchIntegrationInput: schemas.ElasticsearchIntegrationInput;
        ElevenlabsMetadata: schemas.ElevenlabsMetadata;
        ElevenlabsIntegrationInput: schemas.ElevenlabsIntegrationInput;
        Five9Metadata: schemas.Five9Metadata;
        Five9IntegrationInput: schemas.Five9IntegrationInput;
        FreshdeskMetadata: schemas.FreshdeskMetadata;
        FreshdeskIntegrationInput: schemas.FreshdeskIntegrationInput;
        FreshsalesMetadata: schemas.FreshsalesMetadata;
        FreshsalesIntegrationInput: schemas.FreshsalesIntegrationInput;
        FrontMetadata: schemas.FrontMetadata;
        FrontIntegrationInput: schemas.FrontIntegrationInput;
        GenesysCloudMetadata: schemas.GenesysCloudMetadata;
        GenesysCloudIntegrationInput: schemas.GenesysCloudIntegrationInput;
        GithubMetadata: schemas.GithubMetadata;
        GithubIntegrationInput: schemas.GithubIntegrationInput;
        GitlabMetadata: schemas.GitlabMetadata;
        GitlabIntegrationInput: schemas.GitlabIntegrationInput;
        GongMetadata: schemas.GongMetadata;
        GongIntegrationInput: schemas.GongIntegrationInput;
        GoogleBigqueryMetadata: schemas.GoogleBigqueryMetadata;
        GoogleBigqueryIntegrationInput: schemas.GoogleBigqueryIntegrationInput;
        GoogleDialogflowCxMetadata: schemas.GoogleDialogflowCxMetadata;
        GoogleDialogflowCxIntegrationInput: schemas.GoogleDialogflowCxIntegrationInput;
        GoogleDriveMetadata: schemas.GoogleDriveMetadata;
        GoogleDriveIntegrationInput: schemas.GoogleDriveIntegrationInput;
        GoogleGeminiMetadata: schemas.GoogleGeminiMetadata;
        GoogleGeminiIntegrationInput: schemas.GoogleGeminiIntegrationInput;
        GorgiasMetadata: schemas.GorgiasMetadata;
        GorgiasIntegrationInput: schemas.GorgiasIntegrationInput;
        GroqMetadata: schemas.GroqMetadata;
        GroqIntegrationInput: schemas.GroqIntegrationInput;
        GuruMetadata: schemas.GuruMetadata;
        GuruIntegrationInput: schemas.GuruIntegrationInput;
        HelpScoutMetadata: schemas.HelpScoutMetadata;
        HelpScoutIntegrationInput: schemas.HelpScoutIntegrationInput;
        HttpMetadata: schemas.HttpMetadata;
        HttpIntegrationInput: schemas.HttpIntegrationInput;
        HubspotMetadata: schemas.HubspotMetadata;
        HubspotIntegrationInput: schemas.HubspotIntegrationInput;
        HuggingFaceMetadata: schemas.HuggingFaceMetadata;
        HuggingFaceIntegrationInput: schemas.HuggingFaceIntegrationInput;
        InsightlyMetadata: schemas.InsightlyMetadata;
        InsightlyIntegrationInput: schemas.InsightlyIntegrationInput;
        IntercomMetadata: schemas.IntercomMetadata;
        IntercomIntegrationInput: schemas.IntercomIntegrationInput;
        JiraMetadata: schemas.JiraMetadata;
        JiraIntegrationInput: schemas.JiraIntegrationInput;
        KlaviyoMetadata: schemas.KlaviyoMetadata;
        KlaviyoIntegrationInput: schemas.KlaviyoIntegrationInput;
        KustomerMetadata: schemas.KustomerMetadata;
        KustomerIntegrationInput: schemas.KustomerIntegrationInput;
        LinearMetadata: schemas.LinearMetadata;
        LinearIntegrationInput: schemas.LinearIntegrationInput;
        MicrosoftDynamics365Metadata: schemas.MicrosoftDynamics365Metadata;
        MicrosoftDynamics365IntegrationInput: schemas.MicrosoftDynamics365IntegrationInput;
        MicrosoftTeamsMetadata: schemas.MicrosoftTeamsMetadata;
        MicrosoftTeamsIntegrationInput: schemas.MicrosoftTeamsIntegrationInput;
        MistralMetadata: schemas.MistralMetadata;
        MistralIntegrationInput: schemas.MistralIntegrationInput;
        MongodbAtlasMetadata: schemas.MongodbAtlasMetadata;
        MongodbAtlasIntegrationInput: schemas.MongodbAtlasIntegrationInput;
        NiceCxoneMetadata: schemas.NiceCxoneMetadata;
        NiceCxoneIntegrationInput: schemas.NiceCxoneIntegrationInput;
        NotionMetadata: schemas.NotionMetadata;
        NotionIntegrationInput: schemas.NotionIntegrationInput;
        OktaMetadata: schemas.OktaMetadata;
        OktaIntegrationInput: schemas.OktaIntegrationInput;
        OpenaiMetadata: schemas.OpenaiMetadata;
        OpenaiIntegrationInput: schemas.OpenaiIntegrationInput;
        PagerdutyMetadata: schemas.PagerdutyMetadata;
        PagerdutyIntegrationInput: schemas.PagerdutyIntegrationInput;
        PineconeMetadata: schemas.PineconeMetadata;
        PineconeIntegrationInput: schemas.PineconeIntegrationInput;
        PipedriveMetadata: schemas.PipedriveMetadata;
        PipedriveIntegrationInput: schemas.PipedriveIntegrationInput;
        PostgresqlMetadata: schemas.PostgresqlMetadata;
        PostgresqlIntegrationInput: schemas.PostgresqlIntegrationInput;
        ReplicateMetadata: schemas.ReplicateMetadata;
        ReplicateIntegrationInput: schemas.ReplicateIntegrationInput;
        RetellAiMetadata: schemas.RetellAiMetadata;
        RetellAiIntegrationInput: schemas.RetellAiIntegrationInput;
        RingcentralMetadata: schemas.RingcentralMetadata;
        RingcentralIntegrationInput: schemas.RingcentralIntegrationInput;
        SalesforceMetadata: schemas.SalesforceMetadata;
        SalesforceIntegrationInput: schemas.SalesforceIntegrationInput;
        SalesloftMetadata: schemas.SalesloftMetadata;
        SalesloftIntegrationInput: schemas.SalesloftIntegrationInput;
        SendgridMetadata: schemas.SendgridMetadata;
        SendgridIntegrationInput: schemas.SendgridIntegrationInput;
        ServicenowMetadata: schemas.ServicenowMetadata;
        ServicenowIntegrationInput: schemas.ServicenowIntegrationInput;
        SharepointMetadata: schemas.SharepointMetadata;
        SharepointIntegrationInput: schemas.SharepointIntegrationInput;
        ShopifyMetadata: schemas.ShopifyMetadata;
        ShopifyIntegrationInput: schemas.ShopifyIntegrationInput;
        SlackMetadata: schemas.SlackMetadata;
        SlackIntegrationInput: schemas.SlackIntegrationInput;
        SnowflakeMetadata: schemas.SnowflakeMetadata;
        SnowflakeIntegrationInput: schemas.SnowflakeIntegrationInput;
        StripeMetadata: schemas.StripeMetadata;
        StripeIntegrationInput: schemas.StripeIntegrationInput;
        TalkdeskMetadata: schemas.TalkdeskMetadata;
        TalkdeskIntegrationInput: schemas.TalkdeskIntegrationInput;
        TwilioMetadata: schemas.TwilioMetadata;
        TwilioIntegrationInput: schemas.TwilioIntegrationInput;
        TwilioFlexMetadata: schemas.TwilioFlexMetadata;
        TwilioFlexIntegrationInput: schemas.TwilioFlexIntegrationInput;
        VapiMetadata: schemas.VapiMetadata;
        VapiIntegrationInput: schemas.VapiIntegrationInput;
        VonageMetadata: schemas.VonageMetadata;
        VonageIntegrationInput: schemas.VonageIntegrationInput;
        WebhookMetadata: schemas.WebhookMetadata;
        WebhookIntegrationInput: schemas.WebhookIntegrationInput;
        XaiMetadata: schemas.XaiMetadata;
        XaiIntegrationInput: schemas.XaiIntegrationInput;
        ZendeskMetadata: schemas.ZendeskMetadata;
        ZendeskIntegrationInput: schemas.ZendeskIntegrationInput;
        ZohoCrmMetadata: schemas.ZohoCrmMetadata;
        ZohoCrmIntegrationInput: schemas.ZohoCrmIntegrationInput;
        IntegrationMetadataInput: schemas.IntegrationMetadataInput;
        IntegrationInput: schemas.IntegrationInput;
        InvalidIntegrationOrKeyProblem: schemas.InvalidIntegrationOrKeyProblem;
        ConnectionTestInput: schemas.ConnectionTestInput;
        ConnectionTestErrors: schemas.ConnectionTestErrors;
        ConnectionTestStep: schemas.ConnectionTestStep;
        ConnectionTestSteps: schemas.ConnectionTestSteps;
        ConnectionTestReport: schemas.ConnectionTestReport;
        IntegrationNotFoundProblem: schemas.IntegrationNotFoundProblem;
        InvalidIntegrationProblem: schemas.InvalidIntegrationProblem;
        ActiveCampaignMetadataUpdate: schemas.ActiveCampaignMetadataUpdate;
        ActiveCampaignIntegrationUpdate: schemas.ActiveCampaignIntegrationUpdate;
        AircallMetadataUpdate: schemas.AircallMetadataUpdate;
        AircallIntegrationUpdate: schemas.AircallIntegrationUpdate;
        AirtableMetadataUpdate: schemas.AirtableMetadataUpdate;
        AirtableIntegrationUpdate: schemas.AirtableIntegrationUpdate;
        AmazonConnectMetadataUpdate: schemas.AmazonConnectMetadataUpdate;
        AmazonConnectIntegrationUpdate: schemas.AmazonConnectIntegrationUpdate;
        AnthropicMetadataUpdate: schemas.AnthropicMetadataUpdate;
        AnthropicIntegrationUpdate: schemas.AnthropicIntegrationUpdate;
        ApolloMetadataUpdate: schemas.ApolloMetadataUpdate;
        ApolloIntegrationUpdate: schemas.ApolloIntegrationUpdate;
        AsanaMetadataUpdate: schemas.AsanaMetadataUpdate;
        AsanaIntegrationUpdate: schemas.AsanaIntegrationUpdate;
        AssemblyaiMetadataUpdate: schemas.AssemblyaiMetadataUpdate;
        AssemblyaiIntegrationUpdate: schemas.AssemblyaiIntegrationUpdate;
        AttioMetadataUpdate: schemas.AttioMetadataUpdate;
        AttioIntegrationUpdate: schemas.AttioIntegrationUpdate;
        AwsBedrockMetadataUpdate: schemas.AwsBedrockMetadataUpdate;
        AwsBedrockIntegrationUpdate: schemas.AwsBedrockIntegrationUpdate;
        AwsS3MetadataUpdate: schemas.AwsS3MetadataUpdate;
        AwsS3IntegrationUpdate: schemas.AwsS3IntegrationUpdate;
        AzureOpenaiMetadataUpdate: schemas.AzureOpenaiMetadataUpdate;
        AzureOpenaiIntegrationUpdate: schemas.AzureOpenaiIntegrationUpdate;
        BoxMetadataUpdate: schemas.BoxMetadataUpdate;
        BoxIntegrationUpdate: schemas.BoxIntegrationUpdate;
        CapsuleCrmMetadataUpdate: schemas.CapsuleCrmMetadataUpdate;
        CapsuleCrmIntegrationUpdate: schemas.CapsuleCrmIntegrationUpdate;
        CloseMetadataUpdate: schemas.CloseMetadataUpdate;
        CloseIntegrationUpdate: schemas.CloseIntegrationUpdate;
        CohereMetadataUpdate: schemas.CohereMetadataUpdate;
        CohereIntegrationUpdate: schemas.CohereIntegrationUpdate;
        ConfluenceMetadataUpdate: schemas.ConfluenceMetadataUpdate;
        ConfluenceIntegrationUpdate: schemas.ConfluenceIntegrationUpdate;
        CopperMetadataUpdate: schemas.CopperMetadataUpdate;
        CopperIntegrationUpdate: schemas.CopperIntegrationUpdate;
        DatabricksMetadataUpdate: schemas.DatabricksMetadataUpdate;
        DatabricksIntegrationUpdate: schemas.DatabricksIntegrationUpdate;
        DeepgramMetadataUpdate: schemas.DeepgramMetadataUpdate;
        DeepgramIntegrationUpdate: schemas.DeepgramIntegrationUpdate;
        DialpadMetadataUpdate: schemas.DialpadMetadataUpdate;
        DialpadIntegrationUpdate: schemas.DialpadIntegrationUpdate;
        DixaMetadataUpdate: schemas.DixaMetadataUpdate;
        DixaIntegrationUpdate: schemas.DixaIntegrationUpdate;
        DropboxMetadataUpdate: schemas.DropboxMetadataUpdate;
        DropboxIntegrationUpdate: schemas.DropboxIntegrationUpdate;
        ElasticsearchMetadataUpdate: schemas.ElasticsearchMetadataUpdate;
        ElasticsearchIntegrationUpdate: schemas.ElasticsearchIntegrationUpdate;
        ElevenlabsMetadataUpdate: schemas.ElevenlabsMetadataUpdate;
        ElevenlabsIntegrationUpdate: schemas.ElevenlabsIntegrationUpdate;
        Five9MetadataUpdate: schemas.Five9MetadataUpdate;
        Five9IntegrationUpdate: schemas.Five9IntegrationUpdate;
        FreshdeskMetadataUpdate: schemas.FreshdeskMetadataUpdate;
        FreshdeskIntegrationUpdate: schemas.FreshdeskIntegrationUpdate;
        FreshsalesMetadataUpdate: schemas.FreshsalesMetadataUpdate;
        FreshsalesIntegrationUpdate: schemas.FreshsalesIntegrationUpdate;
        FrontMetadataUpdate: schemas.FrontMetadataUpdate;
        FrontIntegrationUpdate: schemas.FrontIntegrationUpdate;
        GenesysCloudMetadataUpdate: schemas.GenesysCloudMetadataUpdate;
        GenesysCloudIntegrationUpdate: schemas.GenesysCloudIntegrationUpdate;
        GithubMetadataUpdate: schemas.GithubMetadataUpdate;
        GithubIntegrationUpdate: schemas.GithubIntegrationUpdate;
        GitlabMetadataUpdate: schemas.GitlabMetadataUpdate;
        GitlabIntegrationUpdate: schemas.GitlabIntegrationUpdate;
        GongMetadataUpdate: schemas.GongMetadataUpdate;
        GongIntegrationUpdate: schemas.GongIntegrationUpdate;
        GoogleBigqueryMetadataUpdate: schemas.GoogleBigqueryMetadataUpdate;
        GoogleBigqueryIntegrationUpdate: schemas.GoogleBigqueryIntegrationUpdate;
        GoogleDialogflowCxMetadataUpdate: schemas.GoogleDialogflowCxMetadataUpdate;
        GoogleDialogflowCxIntegrationUpdate: schemas.GoogleDialogflowCxIntegrationUpdate;
        GoogleDriveMetadataUpdate: schemas.GoogleDriveMetadataUpdate;
        GoogleDriveIntegrationUpdate: schemas.GoogleDriveIntegrationUpdate;
        GoogleGeminiMetadataUpdate: schemas.GoogleGeminiMetadataUpdate;
        GoogleGeminiIntegrationUpdate: schemas.GoogleGeminiIntegrationUpdate;
        GorgiasMetadataUpdate: schemas.GorgiasMetadataUpdate;
        GorgiasIntegrationUpdate: schemas.GorgiasIntegrationUpdate;
        GroqMetadataUpdate: schemas.GroqMetadataUpdate;
        GroqIntegrationUpdate: schemas.GroqIntegrationUpdate;
        GuruMetadataUpdate: schemas.GuruMetadataUpdate;
        GuruIntegrationUpdate: schemas.GuruIntegrationUpdate;
        HelpScoutMetadataUpdate: schemas.HelpScoutMetadataUpdate;
        HelpScoutIntegrationUpdate: schemas.HelpScoutIntegrationUpdate;
        HttpMetadataUpdate: schemas.HttpMetadataUpdate;
        HttpIntegrationUpdate: schemas.HttpIntegrationUpdate;
        HubspotMetadataUpdate: schemas.HubspotMetadataUpdate;
        HubspotIntegrationUpdate: schemas.HubspotIntegrationUpdate;
        HuggingFaceMetadataUpdate: schemas.HuggingFaceMetadataUpdate;
        HuggingFaceIntegrationUpdate: schemas.HuggingFaceIntegrationUpdate;
        InsightlyMetadataUpdate: schemas.InsightlyMetadataUpdate;
        InsightlyIntegrationUpdate: schemas.InsightlyIntegrationUpdate;
        IntercomMetadataUpdate: schemas.IntercomMetadataUpdate;
        IntercomIntegrationUpdate: schemas.IntercomIntegrationUpdate;
        JiraMetadataUpdate: schemas.JiraMetadataUpdate;
        JiraIntegrationUpdate: schemas.JiraIntegrationUpdate;
        KlaviyoMetadataUpdate: schemas.KlaviyoMetadataUpdate;
        KlaviyoIntegrationUpdate: schemas.KlaviyoIntegrationUpdate;
        KustomerMetadataUpdate: schemas.KustomerMetadataUpdate;
        KustomerIntegrationUpdate: schemas.KustomerIntegrationUpdate;
        LinearMetadataUpdate: schemas.LinearMetadataUpdate;
        LinearIntegrationUpdate: schemas.LinearIntegrationUpdate;
        MicrosoftDynamics365MetadataUpdate: schemas.MicrosoftDynamics365MetadataUpdate;
        MicrosoftDynamics365IntegrationUpdate: schemas.MicrosoftDynamics365IntegrationUpdate;
        MicrosoftTeamsMetadataUpdate: schemas.MicrosoftTeamsMetadataUpdate;
        MicrosoftTeamsIntegrationUpdate: schemas.MicrosoftTeamsIntegrationUpdate;
        MistralMetadataUpdate: schemas.MistralMetadataUpdate;
        MistralIntegrationUpdate: schemas.MistralIntegrationUpdate;
        MongodbAtlasMetadataUpdate: schemas.MongodbAtlasMetadataUpdate;
        MongodbAtlasIntegrationUpdate: schemas.MongodbAtlasIntegrationUpdate;
        NiceCxoneMetadataUpdate: schemas.NiceCxoneMetadataUpdate;
        NiceCxoneIntegrationUpdate: schemas.NiceCxoneIntegrationUpdate;
        NotionMetadataUpdate: schemas.NotionMetadataUpdate;
        NotionIntegrationUpdate: schemas.NotionIntegrationUpdate;
        OktaMetadataUpdate: schemas.OktaMetadataUpdate;
        OktaIntegrationUpdate: schemas.OktaIntegrationUpdate;
        OpenaiMetadataUpdate: schemas.OpenaiMetadataUpdate;
        OpenaiIntegrationUpdate: schemas.OpenaiIntegrationUpdate;
        PagerdutyMetadataUpdate: schemas.PagerdutyMetadataUpdate;
        PagerdutyIntegrationUpdate: schemas.PagerdutyIntegrationUpdate;
        PineconeMetadataUpdate: schemas.PineconeMetadataUpdate;
        PineconeIntegrationUpdate: schemas.PineconeIntegrationUpdate;
        PipedriveMetadataUpdate: schemas.PipedriveMetadataUpdate;
        PipedriveIntegrationUpdate: schemas.PipedriveIntegrationUpdate;
        PostgresqlMetadataUpdate: schemas.PostgresqlMetadataUpdate;
        PostgresqlIntegrationUpdate: schemas.PostgresqlIntegrationUpdate;
        ReplicateMetadataUpdate: schemas.ReplicateMetadataUpdate;
        ReplicateIntegrationUpdate: schemas.ReplicateIntegrationUpdate;
        RetellAiMetadataUpdate: schemas.RetellAiMetadataUpdate;
        RetellAiIntegrationUpdate: schemas.RetellAiIntegrationUpdate;
        RingcentralMetadataUpdate: schemas.RingcentralMetadataUpdate;
        RingcentralIntegrationUpdate: schemas.RingcentralIntegrationUpdate;
        SalesforceMetadataUpdate: schemas.SalesforceMetadataUpdate;
        SalesforceIntegrationUpdate: schemas.SalesforceIntegrationUpdate;
        SalesloftMetadataUpdate: schemas.SalesloftMetadataUpdate;
        SalesloftIntegrationUpdate: schemas.SalesloftIntegrationUpdate;
        SendgridMetadataUpdate: schemas.SendgridMetadataUpdate;
        SendgridIntegrationUpdate: schemas.SendgridIntegrationUpdate;
        ServicenowMetadataUpdate: schemas.ServicenowMetadataUpdate;
        ServicenowIntegrationUpdate: schemas.ServicenowIntegrationUpdate;
        SharepointMetadataUpdate: schemas.SharepointMetadataUpdate;
        SharepointIntegrationUpdate: schemas.SharepointIntegrationUpdate;
        ShopifyMetadataUpdate: schemas.ShopifyMetadataUpdate;
        ShopifyIntegrationUpdate: schemas.ShopifyIntegrationUpdate;
        SlackMetadataUpdate: schemas.SlackMetadataUpdate;
        SlackIntegrationUpdate: schemas.SlackIntegrationUpdate;
        SnowflakeMetadataUpdate: schemas.SnowflakeMetadataUpdate;
        SnowflakeIntegrationUpdate: schemas.SnowflakeIntegrationUpdate;
        StripeMetadataUpdate: schemas.StripeMetadataUpdate;
        StripeIntegrationUpdate: schemas.StripeIntegrationUpdate;
        TalkdeskMetadataUpdate: schemas.TalkdeskMetadataUpdate;
        TalkdeskIntegrationUpdate: schemas.TalkdeskIntegrationUpdate;
        TwilioMetadataUpdate: schemas.TwilioMetadataUpdate;
        TwilioIntegrationUpdate: schemas.TwilioIntegrationUpdate;
        TwilioFlexMetadataUpdate: schemas.TwilioFlexMetadataUpdate;
        TwilioFlexIntegrationUpdate: schemas.TwilioFlexIntegrationUpdate;
        VapiMetadataUpdate: schemas.VapiMetadataUpdate;
        VapiIntegrationUpdate: schemas.VapiIntegrationUpdate;
        VonageMetadataUpdate: schemas.VonageMetadataUpdate;
        VonageIntegrationUpdate: schemas.VonageIntegrationUpdate;
        WebhookMetadataUpdate: schemas.WebhookMetadataUpdate;
        WebhookIntegrationUpdate: schemas.WebhookIntegrationUpdate;
        XaiMetadataUpdate: schemas.XaiMetadataUpdate;
        XaiIntegrationUpdate: schemas.XaiIntegrationUpdate;
        ZendeskMetadataUpdate: schemas.ZendeskMetadataUpdate;
        ZendeskIntegrationUpdate: schemas.ZendeskIntegrationUpdate;
        ZohoCrmMetadataUpdate: schemas.ZohoCrmMetadataUpdate;
        ZohoCrmIntegrationUpdate: schemas.ZohoCrmIntegrationUpdate;
        IntegrationUpdate: schemas.IntegrationUpdate;
        ConnectionTest: schemas.ConnectionTest;
        LastTestNotFoundProblem: schemas.LastTestNotFoundProblem;
        IntegrationTypeGroup: schemas.IntegrationTypeGroup;
        IntegrationTypeSort: schemas.IntegrationTypeSort;
        IntegrationTypeField: schemas.IntegrationTypeField;
        IntegrationType: schemas.IntegrationType;
        IntegrationTypePage: schemas.IntegrationTypePage;
        IntegrationTypeNotFoundProblem: schemas.IntegrationTypeNotFoundProblem;
        WorkLedgerStatus: schemas.WorkLedgerStatus;
        WorkLedgerType: schemas.WorkLedgerType;
        PolicyStatus: schemas.PolicyStatus;
        WorkLedgerReviewState: schemas.WorkLedgerReviewState;
        WorkLedgerActors: schemas.WorkLedgerActors;
        Cost: schemas.Cost;
        ActiveTime: schemas.ActiveTime;
        WorkLedgerModelName: schemas.WorkLedgerModelName;
        VersionNumber: schemas.VersionNumber;
        WorkLedgerEntityId: schemas.WorkLedgerEntityId;
        AiModel: schemas.AiModel;
        Instant: schemas.Instant;
        WorkLedgerSort: schemas.WorkLedgerSort;
        EntryTitle: schemas.EntryTitle;
        EntryDescription: schemas.EntryDescription;
        RelatedEntity: schemas.RelatedEntity;
        Actor: schemas.Actor;
        TwuIdentifier: schemas.TwuIdentifier;
        TwuExpressionFault: schemas.TwuExpressionFault;
        TwuOutcomeResult: schemas.TwuOutcomeResult;
        DecidedPolicyStatus: schemas.DecidedPolicyStatus;
        ReviewReason: schemas.ReviewReason;
        ChangeActorId: schemas.ChangeActorId;
        WorkLedgerReview: schemas.WorkLedgerReview;
        WithoutCost: schemas.WithoutCost;
        WorkLedgerAgent: schemas.WorkLedgerAgent;
        WorkLedgerEntry: schemas.WorkLedgerEntry;
        WorkLedgerPage: schemas.WorkLedgerPage;
        WorkLedgerGrouping: schemas.WorkLedgerGrouping;
        OutcomeSums: schemas.OutcomeSums;
        WorkLedgerSums: schemas.WorkLedgerSums;
        WorkLedgerGroup: schemas.WorkLedgerGroup;
        WorkLedgerRest: schemas.WorkLedgerRest;
        WorkLedgerSummary: schemas.WorkLedgerSummary;
        SearchTooBroadProblem: schemas.SearchTooBroadProblem;
        WorkLedgerExportFormat: schemas.WorkLedgerExportFormat;
        WorkLedgerNdjson: schemas.WorkLedgerNdjson;
        WorkLedgerCsv: schemas.WorkLedgerCsv;
        LedgerEntryNotFoundProblem: schemas.LedgerEntryNotFoundProblem;
        WorkLedgerOperationSort: schemas.WorkLedgerOperationSort;
        NamedUserId: schemas.NamedUserId;
        TokenCount: schemas.TokenCount;
        TokenUsage: schemas.TokenUsage;
        WorkOperation: schemas.WorkOperation;
        CostFrom: schemas.CostFrom;
        WorkLedgerOperation: schemas.WorkLedgerOperation;
        WorkLedgerOperationPage: schemas.WorkLedgerOperationPage;
        WorkLedgerDecision: schemas.WorkLedgerDecision;
        ReviewConflictProblem: schemas.ReviewConflictProblem;
        ExecutionId: schemas.ExecutionId;
        ExecutionReportOfModel: schemas.ExecutionReportOfModel;
        ExecutionBatch: schemas.ExecutionBatch;
        ExecutionLines: schemas.ExecutionLines;
        ExecutionResult: schemas.ExecutionResult;
        ExecutionBatchResult: schemas.ExecutionBatchResult;
        LedgerElsewhereProblem: schemas.LedgerElsewhereProblem;
        OtlpTraces: schemas.OtlpTraces;
        OtlpBytes: schemas.OtlpBytes;
        OtlpTracesAnswer: schemas.OtlpTracesAnswer;
        OtlpStatus: schemas.OtlpStatus;
        McpMessage: schemas.McpMessage;
        ModelPriceSort: schemas.ModelPriceSort;
        TokenPrice: schemas.TokenPrice;
        ModelPrice: schemas.ModelPrice;
        ModelPricePage: schemas.ModelPricePage;
        ModelPriceInput: schemas.ModelPriceInput;
        ModelPriceNotFoundProblem: schemas.ModelPriceNotFoundProblem;
        AssistantOperations: schemas.AssistantOperations;
        AssistantAccessTime: schemas.AssistantAccessTime;
        AssistantAccess: schemas.AssistantAccess;
        AssistantAccessInput: schemas.AssistantAccessInput;
        TwuModelStatus: schemas.TwuModelStatus;
        TwuModelSort: schemas.TwuModelSort;
        TwuModelName: schemas.TwuModelName;
        TwuModelDescription: schemas.TwuModelDescription;
        OptionalVersionNumber: schemas.OptionalVersionNumber;
        TwuModelSummary: schemas.TwuModelSummary;
        TwuModelPage: schemas.TwuModelPage;
        TwuDefinitionDescription: schemas.TwuDefinitionDescription;
        TwuAttributeType: schemas.TwuAttributeType;
        TwuAttribute: schemas.TwuAttribute;
        TwuEntity: schemas.TwuEntity;
        TwuEntities: schemas.TwuEntities;
        TwuAction: schemas.TwuAction;
        TwuActions: schemas.TwuActions;
        TwuEvent: schemas.TwuEvent;
        TwuEvents: schemas.TwuEvents;
        TwuOutcome: schemas.TwuOutcome;
        TwuOutcomes: schemas.TwuOutcomes;
        TwuPolicy: schemas.TwuPolicy;
        TwuPolicies: schemas.TwuPolicies;
        TwuCase: schemas.TwuCase;
        TwuCases: schemas.TwuCases;
        OptionalTime: schemas.OptionalTime;
        TwuCaseResult: schemas.TwuCaseResult;
        TwuCaseResults: schemas.TwuCaseResults;
        TwuReport: schemas.TwuReport;
        TwuModelInput: schemas.TwuModelInput;
        TwuModel: schemas.TwuModel;
        TwuEvaluationInput: schemas.TwuEvaluationInput;
        TwuPolicyResult: schemas.TwuPolicyResult;
        TwuEvaluation: schemas.TwuEvaluation;
        TwuModelVersionNotFoundProblem: schemas.TwuModelVersionNotFoundProblem;
        TwuModelNotFoundProblem: schemas.TwuModelNotFoundProblem;
        TwuModelVersion: schemas.TwuModelVersion;
        DraftMissingProblem: schemas.DraftMissingProblem;
        DraftIncompleteProblem: schemas.DraftIncompleteProblem;
        ExecutionReport: schemas.ExecutionReport;
        ExecutionConflictProblem: schemas.ExecutionConflictProblem;
        TwuModelVersionSort: schemas.TwuModelVersionSort;
        TwuModelVersions: schemas.TwuModelVersions;
        DraftExistsProblem: schemas.DraftExistsProblem;
        VersionNotDraftProblem: schemas.VersionNotDraftProblem;
        Difference: schemas.Difference;
        TwuDefinitionChange: schemas.TwuDefinitionChange;
        TwuOutcomeComparison: schemas.TwuOutcomeComparison;
        TwuCaseComparison: schemas.TwuCaseComparison;
        TwuComparison: schemas.TwuComparison;
        TwuPolicyCounts: schemas.TwuPolicyCounts;
        TwuOutcomeSums: schemas.TwuOutcomeSums;
        TwuExecutionComparison: schemas.TwuExecutionComparison;
        TwuBacktest: schemas.TwuBacktest;
        ChangeTypeFilter: schemas.ChangeTypeFilter;
        ChangeOperation: schemas.ChangeOperation;
        ChangeSort: schemas.ChangeSort;
        ChangeSequence: schemas.ChangeSequence;
        ChangeKind: schemas.ChangeKind;
        ChangedResourceType: schemas.ChangedResourceType;
        NamedChangedResource: schemas.NamedChangedResource;
        ChangedVersion: schemas.ChangedVersion;
        ChangeActor: schemas.ChangeActor;
        Change: schemas.Change;
        ChangePage: schemas.ChangePage;
        StreamPosition: schemas.StreamPosition;
        ChangeEventId: schemas.ChangeEventId;
        ChangedResource: schemas.ChangedResource;
        ChangeNotice: schemas.ChangeNotice;
        ChangeStream: schemas.ChangeStream;
        ChangesExpiredProblem: schemas.ChangesExpiredProblem;
        ChangeNotFoundProblem: schemas.ChangeNotFoundProblem;
        WebhookSort: schemas.WebhookSort;
        WebhookUrl: schemas.WebhookUrl;
        WebhookEventType: schemas.WebhookEventType;
        WebhookEventTypes: schemas.WebhookEventTypes;
        WebhookDescription: schemas.WebhookDescription;
        WebhookDisabledReason: schemas.WebhookDisabledReason;
        Webhook: schemas.Webhook;
        WebhookPage: schemas.WebhookPage;
        WebhookInput: schemas.WebhookInput;
        WebhookSecret: schemas.WebhookSecret;
        WebhookWithSecret: schemas.WebhookWithSecret;
        TooManyWebhooksProblem: schemas.TooManyWebhooksProblem;
        WebhookNotFoundProblem: schemas.WebhookNotFoundProblem;
        DeliveredEventType: schemas.DeliveredEventType;
        WebhookDeliveryStatus: schemas.WebhookDeliveryStatus;
        WebhookFailure: schemas.WebhookFailure;
        WebhookDelivery: schemas.WebhookDelivery;
        WebhookDisabledProblem: schemas.WebhookDisabledProblem;
        WebhookReplayInput: schemas.WebhookReplayInput;
        WebhookReplay: schemas.WebhookReplay;
        WebhookDeliveryPage: schemas.WebhookDeliveryPage;
        WebhookDeliveryNotFoundProblem: schemas.WebhookDeliveryNotFoundProblem;
        ChangePosition: schemas.ChangePosition;
        ChangeEpoch: schemas.ChangeEpoch;
        EventData: schemas.EventData;
        AgentEvent: schemas.AgentEvent;
        UserEvent: schemas.UserEvent;
        IntegrationEvent: schemas.IntegrationEvent;
        TwuModelEvent: schemas.TwuModelEvent;
        WorkLedgerEvent: schemas.WorkLedgerEvent;
        ModelPriceEvent: schemas.ModelPriceEvent;
        McpAccessEvent: schemas.McpAccessEvent;
        InstanceEvent: schemas.InstanceEvent;
        WebhookResourceEvent: schemas.WebhookResourceEvent;
    };
    responses: {
        /** The request breaks the contract, or its page or cursor cannot be served. */
        BadListRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.BadListRequestProblem;
            };
        };
        /** No token, or one that is not accepted. A header that is no `Bearer <token>`, such as a token alone, is `token_missing`. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UnauthorizedProblem;
            };
        };
        /** The `Accept` header leaves no media type that this operation answers with. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.NotAcceptableProblem;
            };
        };
        /** The rate limit of the caller is used up, or that of all callers of the instance together. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.TooManyRequestsProblem;
            };
        };
        /** A fault of the service. `detail` says whether anything was changed; the request id finds the fault in the log. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.InternalProblem;
            };
        };
        /** The service cannot serve this just now. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UnavailableProblem;
            };
        };
        /** The request breaks the contract; `errors` points at every fault. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.BadRequestProblem;
            };
        };
        /** The caller lacks the role, or is a disabled user, or the instance is suspended. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ForbiddenProblem;
            };
        };
        /** Instance configuration not available. The instance is unknown, or not one of the caller's. */
        InstanceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.InstanceNotFoundProblem;
            };
        };
        /** The body is not JSON, or the request breaks the contract; `errors` points at every fault. */
        BadBodyRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.BadBodyRequestProblem;
            };
        };
        /** The username or the email address is taken, here or at the identity provider, the `Idempotency-Key` is in use, or the user whom it created was deleted since. */
        UserCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UserCreateConflictProblem;
            };
        };
        /** The body is larger than the operation takes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.PayloadTooLargeProblem;
            };
        };
        /** The body is not `application/json` in UTF-8 without content encoding. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UnsupportedMediaTypeProblem;
            };
        };
        /** Roles or passwords cannot be set here, the temporary password is missing, the identity provider refuses the account, or the `Idempotency-Key` was used with another payload. */
        UnusableUserCreate: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UnusableUserCreateProblem;
            };
        };
        /** A request with this `Idempotency-Key` is still running. */
        IdempotencyConflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.IdempotencyConflictProblem;
            };
        };
        /** The `Idempotency-Key` was used with another payload. */
        IdempotencyMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.IdempotencyMismatchProblem;
            };
        };
        /** You hold the current state. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The instance holds no such user, or is not available to the caller. */
        UserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UserNotFoundProblem;
            };
        };
        /** The username or the email address is taken, the change would lock out the caller or everybody, or the operator keeps the account (D-32). */
        UserConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UserConflictProblem;
            };
        };
        /** The resource is not in the state that `If-Match` names; `ETag` is the current one. */
        PreconditionFailed: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.PreconditionFailedProblem;
            };
        };
        /** Roles or passwords cannot be set here, or the identity provider refuses the account. */
        UnusableUserUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UnusableUserUpdateProblem;
            };
        };
        /** Deleted. */
        NoContent: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The deletion would lock out the caller or everybody. */
        UserNeeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.UserNeededProblem;
            };
        };
        /** The instance holds no such agent, or is not available to the caller. */
        AgentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.AgentNotFoundProblem;
            };
        };
        /** The configuration does not fit the integration type, or the `Idempotency-Key` was used with another payload. */
        InvalidIntegrationOrKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.InvalidIntegrationOrKeyProblem;
            };
        };
        /** The instance holds no such integration, or is not available to the caller. */
        IntegrationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.IntegrationNotFoundProblem;
            };
        };
        /** The configuration does not fit the integration type; `errors` points at every fault. */
        InvalidIntegration: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.InvalidIntegrationProblem;
            };
        };
        /** The integration was never tested, or the instance holds no such integration for the caller. */
        LastTestNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.LastTestNotFoundProblem;
            };
        };
        /** There is no such integration type, or the instance is not available to the caller. */
        IntegrationTypeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.IntegrationTypeNotFoundProblem;
            };
        };
        /** The search, or the outcome, is in more than 100,000 entries. */
        SearchTooBroad: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.SearchTooBroadProblem;
            };
        };
        /** The instance holds no such entry, or is not available to the caller. */
        LedgerEntryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.LedgerEntryNotFoundProblem;
            };
        };
        /** The entry waits for no review, the ledger is kept elsewhere, or the `Idempotency-Key` is in use. */
        ReviewConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ReviewConflictProblem;
            };
        };
        /** The work ledger is kept elsewhere. */
        LedgerElsewhere: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.LedgerElsewhereProblem;
            };
        };
        /** Nothing was taken. After 429 and 503 send the same request again when `Retry-After` is over, as exporters do; 429 is also the answer while 20,000 spans of the instance wait. Any other request is refused again. */
        OtlpRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": schemas.OtlpStatus;
                "application/x-protobuf": schemas.OtlpBytes;
            };
        };
        /** The instance holds no such price, or is not available to the caller. */
        ModelPriceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ModelPriceNotFoundProblem;
            };
        };
        /** The instance holds no such TWU model or version, or is not available to the caller. */
        TwuModelVersionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.TwuModelVersionNotFoundProblem;
            };
        };
        /** The instance holds no such TWU model, or is not available to the caller. */
        TwuModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.TwuModelNotFoundProblem;
            };
        };
        /** The model has no draft, or the `Idempotency-Key` is in use. */
        DraftMissing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.DraftMissingProblem;
            };
        };
        /** The draft cannot be published yet, or the `Idempotency-Key` was used with another payload. */
        DraftIncomplete: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.DraftIncompleteProblem;
            };
        };
        /** The model has no such published version, the execution is finished, its id belongs to another client or to an imported entry, or the work ledger is kept elsewhere. */
        ExecutionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ExecutionConflictProblem;
            };
        };
        /** The model has a draft already, or the `Idempotency-Key` is in use. */
        DraftExists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.DraftExistsProblem;
            };
        };
        /** The version is not a draft. */
        VersionNotDraft: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.VersionNotDraftProblem;
            };
        };
        /** The changes after this position are no longer kept, or the position was never reached, or is of another epoch. */
        ChangesExpired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ChangesExpiredProblem;
            };
        };
        /** The instance has no such change, it is no longer kept, or it is not one that the caller may read. */
        ChangeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.ChangeNotFoundProblem;
            };
        };
        /** The instance has 20 webhooks, or the Idempotency-Key is in use. */
        TooManyWebhooks: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.TooManyWebhooksProblem;
            };
        };
        /** The instance holds no such webhook, or is not available to the caller. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.WebhookNotFoundProblem;
            };
        };
        /** The webhook is disabled, so nothing is sent to it. */
        WebhookDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.WebhookDisabledProblem;
            };
        };
        /** The instance holds no such webhook or delivery, or is not available to the caller. */
        WebhookDeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": schemas.WebhookDeliveryNotFoundProblem;
            };
        };
        /** The receiver wants no more events. The webhook is disabled. */
        EventGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The receiver has the event. The body is not read. */
        EventTaken: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
         * @example 0
         */
        Page: number;
        /**
         * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
         * @example 20
         */
        Size: number;
        /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
        Cursor: string;
        /**
         * The instance that everything in this request belongs to.
         * @example demo
         */
        InstanceId: schemas.Id;
        /**
         * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
         * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
         */
        IdempotencyKey: string;
        /**
         * The user.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
         */
        UserId: schemas.Id;
        /**
         * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
         * @example "3"
         */
        IfNoneMatch: string;
        /**
         * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
         * @example "3"
         */
        IfMatch: string;
        /**
         * The agent.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21
         */
        AgentId: schemas.Id;
        /**
         * The id of an agent, or another name that operations have for one.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
         */
        NamedAgentId: schemas.NamedAgentId;
        /**
         * The time zone, as IANA names it, by whose calendar and clock a day begins and ends. In another than UTC, days of a range of at most 400 days are answered: name it, or have a ledger that is no older.
         * @example Asia/Kathmandu
         */
        TimeZone: schemas.TimeZone;
        /**
         * The integration.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
         */
        IntegrationId: schemas.Id;
        /**
         * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
         * @example refund
         */
        LedgerSearch: string;
        /**
         * Only entries with this execution status, or with one of several, separated by commas.
         * @example [
         *       "failed",
         *       "pending"
         *     ]
         */
        LedgerStatus: schemas.WorkLedgerStatus | readonly schemas.WorkLedgerStatus[];
        /**
         * Only entries of this type.
         * @example TWU
         */
        LedgerType: schemas.WorkLedgerType;
        /**
         * Only entries with this policy status, or with one of several, separated by commas.
         * @example [
         *       "non_compliant",
         *       "review_required"
         *     ]
         */
        LedgerPolicyStatus: schemas.PolicyStatus | readonly schemas.PolicyStatus[];
        /**
         * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
         * @example open
         */
        LedgerReview: schemas.WorkLedgerReviewState;
        /**
         * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
         * @example [
         *       "AI",
         *       "HYBRID"
         *     ]
         */
        LedgerActors: schemas.WorkLedgerActors | readonly schemas.WorkLedgerActors[];
        /**
         * Least cost in dollars, inclusive. Not above `costMax`.
         * @example 0.5
         */
        CostMin: schemas.Cost;
        /**
         * Greatest cost in dollars, inclusive.
         * @example 20
         */
        CostMax: schemas.Cost;
        /**
         * Least active time in seconds, inclusive. Not above `timeMax`.
         * @example 60
         */
        TimeMin: schemas.ActiveTime;
        /**
         * Greatest active time in seconds, inclusive.
         * @example 3600
         */
        TimeMax: schemas.ActiveTime;
        /**
         * Only entries of the TWU model with exactly this name.
         * @example Refund handling
         */
        LedgerModelName: schemas.WorkLedgerModelName;
        /**
         * Only entries of this TWU model.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
         */
        LedgerModelId: schemas.Id;
        /**
         * Only entries of models of this version.
         * @example 2
         */
        LedgerModelVersion: schemas.VersionNumber;
        /**
         * Only entries of work on the entity with exactly this identifier.
         * @example order-48-1177
         */
        LedgerEntityId: schemas.WorkLedgerEntityId;
        /**
         * Only entries in which an operation names this agent.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
         */
        LedgerAgentId: schemas.NamedAgentId;
        /**
         * Only entries in which an operation names this AI model.
         * @example claude-sonnet-4-5
         */
        LedgerAiModel: schemas.AiModel;
        /**
         * Earliest time of creation, inclusive. Not after `createdTo`.
         * @example 2026-11-01T00:00:00Z
         */
        CreatedFrom: schemas.Instant;
        /**
         * Latest time of creation, inclusive.
         * @example 2026-11-30T23:59:59.999Z
         */
        CreatedTo: schemas.Instant;
        /**
         * `<field>,<asc|desc>`. Ties are broken by id.
         * @example createdAt,desc
         */
        LedgerSort: schemas.WorkLedgerSort;
        /**
         * The price.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71
         */
        PriceId: schemas.Id;
        /**
         * The TWU model.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
         */
        ModelId: schemas.Id;
        /**
         * Number of the version, from 1.
         * @example 1
         */
        Version: schemas.VersionNumber;
        /**
         * Number of the version to compare it with.
         * @example 2
         */
        OtherVersion: schemas.VersionNumber;
        /**
         * The webhook.
         * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
         */
        WebhookId: schemas.Id;
        /**
         * The delivery.
         * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
         */
        DeliveryId: schemas.Id;
        /**
         * The id of the delivery, the same with each attempt.
         * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
         */
        EventId: schemas.Id;
        /**
         * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
         * @example 1795253400
         */
        EventTimestamp: number;
        /**
         * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        EventSignature: string;
    };
    requestBodies: never;
    headers: {
        /** Names this request in the service's log. */
        RequestId: schemas.RequestId;
        /**
         * How to authenticate (RFC 6750).
         * @example Bearer realm="instance-admin", error="invalid_token"
         */
        Challenge: string;
        /**
         * Seconds to wait before the next try.
         * @example 1
         */
        RetryAfter: number;
        /**
         * Path of the new resource.
         * @example /instances/demo/users/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
         */
        Location: string;
        /**
         * Names this state of the resource.
         * @example "3"
         */
        ETag: string;
        /** `true` when the answer is the stored first answer to this `Idempotency-Key`. */
        IdempotencyReplayed: boolean;
        /**
         * Says that the answer is a file, and its name.
         * @example attachment; filename="work-ledger-demo.csv"
         */
        ContentDisposition: string;
        /**
         * The first page as `rel="first"` and, unless this is the last one, the next as `rel="next"` (RFC 8288).
         * @example <?size=100>; rel="first", <?size=100&cursor=eyJ2IjoxfQ>; rel="next"
         */
        Link: string;
    };
    pathItems: never;
}
export type ResponseBadListRequest = components['responses']['BadListRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternal = components['responses']['Internal'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseInstanceNotFound = components['responses']['InstanceNotFound'];
export type ResponseBadBodyRequest = components['responses']['BadBodyRequest'];
export type ResponseUserCreateConflict = components['responses']['UserCreateConflict'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseUnusableUserCreate = components['responses']['UnusableUserCreate'];
export type ResponseIdempotencyConflict = components['responses']['IdempotencyConflict'];
export type ResponseIdempotencyMismatch = components['responses']['IdempotencyMismatch'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseUserNotFound = components['responses']['UserNotFound'];
export type ResponseUserConflict = components['responses']['UserConflict'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseUnusableUserUpdate = components['responses']['UnusableUserUpdate'];
export type ResponseNoContent = components['responses']['NoContent'];
export type ResponseUserNeeded = components['responses']['UserNeeded'];
export type ResponseAgentNotFound = components['responses']['AgentNotFound'];
export type ResponseInvalidIntegrationOrKey = components['responses']['InvalidIntegrationOrKey'];
export type ResponseIntegrationNotFound = components['responses']['IntegrationNotFound'];
export type ResponseInvalidIntegration = components['responses']['InvalidIntegration'];
export type ResponseLastTestNotFound = components['responses']['LastTestNotFound'];
export type ResponseIntegrationTypeNotFound = components['responses']['IntegrationTypeNotFound'];
export type ResponseSearchTooBroad = components['responses']['SearchTooBroad'];
export type ResponseLedgerEntryNotFound = components['responses']['LedgerEntryNotFound'];
export type ResponseReviewConflict = components['responses']['ReviewConflict'];
export type ResponseLedgerElsewhere = components['responses']['LedgerElsewhere'];
export type ResponseOtlpRefused = components['responses']['OtlpRefused'];
export type ResponseModelPriceNotFound = components['responses']['ModelPriceNotFound'];
export type ResponseTwuModelVersionNotFound = components['responses']['TwuModelVersionNotFound'];
export type ResponseTwuModelNotFound = components['responses']['TwuModelNotFound'];
export type ResponseDraftMissing = components['responses']['DraftMissing'];
export type ResponseDraftIncomplete = components['responses']['DraftIncomplete'];
export type ResponseExecutionConflict = components['responses']['ExecutionConflict'];
export type ResponseDraftExists = components['responses']['DraftExists'];
export type ResponseVersionNotDraft = components['responses']['VersionNotDraft'];
export type ResponseChangesExpired = components['responses']['ChangesExpired'];
export type ResponseChangeNotFound = components['responses']['ChangeNotFound'];
export type ResponseTooManyWebhooks = components['responses']['TooManyWebhooks'];
export type ResponseWebhookNotFound = components['responses']['WebhookNotFound'];
export type ResponseWebhookDisabled = components['responses']['WebhookDisabled'];
export type ResponseWebhookDeliveryNotFound = components['responses']['WebhookDeliveryNotFound'];
export type ResponseEventGone = components['responses']['EventGone'];
export type ResponseEventTaken = components['responses']['EventTaken'];
export type ParameterPage = components['parameters']['Page'];
export type ParameterSize = components['parameters']['Size'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterInstanceId = components['parameters']['InstanceId'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterUserId = components['parameters']['UserId'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterAgentId = components['parameters']['AgentId'];
export type ParameterNamedAgentId = components['parameters']['NamedAgentId'];
export type ParameterTimeZone = components['parameters']['TimeZone'];
export type ParameterIntegrationId = components['parameters']['IntegrationId'];
export type ParameterLedgerSearch = components['parameters']['LedgerSearch'];
export type ParameterLedgerStatus = components['parameters']['LedgerStatus'];
export type ParameterLedgerType = components['parameters']['LedgerType'];
export type ParameterLedgerPolicyStatus = components['parameters']['LedgerPolicyStatus'];
export type ParameterLedgerReview = components['parameters']['LedgerReview'];
export type ParameterLedgerActors = components['parameters']['LedgerActors'];
export type ParameterCostMin = components['parameters']['CostMin'];
export type ParameterCostMax = components['parameters']['CostMax'];
export type ParameterTimeMin = components['parameters']['TimeMin'];
export type ParameterTimeMax = components['parameters']['TimeMax'];
export type ParameterLedgerModelName = components['parameters']['LedgerModelName'];
export type ParameterLedgerModelId = components['parameters']['LedgerModelId'];
export type ParameterLedgerModelVersion = components['parameters']['LedgerModelVersion'];
export type ParameterLedgerEntityId = components['parameters']['LedgerEntityId'];
export type ParameterLedgerAgentId = components['parameters']['LedgerAgentId'];
export type ParameterLedgerAiModel = components['parameters']['LedgerAiModel'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterCreatedTo = components['parameters']['CreatedTo'];
export type ParameterLedgerSort = components['parameters']['LedgerSort'];
export type ParameterPriceId = components['parameters']['PriceId'];
export type ParameterModelId = components['parameters']['ModelId'];
export type ParameterVersion = components['parameters']['Version'];
export type ParameterOtherVersion = components['parameters']['OtherVersion'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterEventTimestamp = components['parameters']['EventTimestamp'];
export type ParameterEventSignature = components['parameters']['EventSignature'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderChallenge = components['headers']['Challenge'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderIdempotencyReplayed = components['headers']['IdempotencyReplayed'];
export type HeaderContentDisposition = components['headers']['ContentDisposition'];
export type HeaderLink = components['headers']['Link'];
export type $defs = Record<string, never>;
export interface operations {
    listInstances: {
        parameters: {
            query?: {
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
                 * @example name,asc
                 */
                sort?: schemas.InstanceSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of instances. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.InstancePage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The caller. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Me;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * Matches usernames that contain this text, whatever the case. Nothing in it is a wildcard.
                 * @example ada
                 */
                username?: string;
                /**
                 * Matches users whose username, email address or name (first, middle and family name with a space between) contains this text, whatever the case. Nothing in it is a wildcard.
                 * @example ada love
                 */
                search?: string;
                /**
                 * `true`: only enabled users; `false`: only disabled ones.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * Only users who have this role.
                 * @example Administrator
                 */
                role?: schemas.Role;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `username` sorts without regard to case.
                 * @example updatedAt,desc
                 */
                sort?: schemas.UserSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.UserPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.UserCreate;
            };
        };
        responses: {
            /** The user was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.User;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["UserCreateConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnusableUserCreate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createUsers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.UserBatch;
            };
        };
        responses: {
            /** What became of each user. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.UserBatchResult;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The user. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.User;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.UserUpdate;
            };
        };
        responses: {
            /** The user as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.User;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["UserConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnusableUserUpdate"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["UserNeeded"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUserAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The user.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                userId: components["parameters"]["UserId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.UserAccount;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UserNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /**
                 * Only agents of this type.
                 * @example AI
                 */
                type?: schemas.AgentType;
                /**
                 * `true`: only active agents; `false`: only inactive ones.
                 * @example true
                 */
                active?: boolean;
                /**
                 * Matches names that contain this text, whatever the case. Nothing in it is a wildcard.
                 * @example summar
                 */
                name?: string;
                /**
                 * Only agents with this capability, written exactly so.
                 * @example summarization
                 */
                capability?: schemas.Capability;
                /**
                 * Only agents with this priority.
                 * @example high
                 */
                priority?: schemas.AgentPriorityFilter;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
                 * @example name,asc
                 */
                sort?: schemas.AgentSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of agents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.AgentPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.AgentInput;
            };
        };
        responses: {
            /** The agent was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Agent;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21
                 */
                agentId: components["parameters"]["AgentId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Agent;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21
                 */
                agentId: components["parameters"]["AgentId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.AgentInput;
            };
        };
        responses: {
            /** The agent as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Agent;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21
                 */
                agentId: components["parameters"]["AgentId"];
            };
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentWork: {
        parameters: {
            query?: {
                /**
                 * The first day; without one, 29 days before the last. Not after `to`, and at most 399 days before it.
                 * @example 2026-11-01
                 */
                from?: schemas.Day;
                /**
                 * The last day; without one, today.
                 * @example 2026-11-30
                 */
                to?: schemas.Day;
                /**
                 * The time zone, as IANA names it, by whose calendar and clock a day begins and ends. In another than UTC, days of a range of at most 400 days are answered: name it, or have a ledger that is no older.
                 * @example Asia/Kathmandu
                 */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The id of an agent, or another name that operations have for one.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                agentId: components["parameters"]["NamedAgentId"];
            };
        };
        requestBody?: never;
        responses: {
            /** What the agent did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.AgentWork;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AgentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /**
                 * Only integrations of this type.
                 * @example SALESFORCE
                 */
                type?: schemas.IntegrationTypeName;
                /**
                 * Only integrations with this status.
                 * @example error
                 */
                status?: schemas.IntegrationStatus;
                /**
                 * Matches integrations whose name or description contains this text, whatever the case. Nothing in it is a wildcard.
                 * @example sales
                 */
                search?: string;
                /**
                 * Only integrations whose `secretsExpireAt` is before this day.
                 * @example 2026-12-24
                 */
                expiresBefore?: schemas.Day;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
                 * @example name,asc
                 */
                sort?: schemas.IntegrationSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of integrations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.IntegrationPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.IntegrationInput;
            };
        };
        responses: {
            /** The integration was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Integration;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidIntegrationOrKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testUnsavedIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.ConnectionTestInput;
            };
        };
        responses: {
            /** The test was made. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ConnectionTestReport;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidIntegration"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The integration as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Integration;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.IntegrationUpdate;
            };
        };
        responses: {
            /** The integration as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Integration;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidIntegration"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The test was made. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ConnectionTest;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLastTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The last test. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ConnectionTestReport;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LastTestNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The integration as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Integration;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                integrationId: components["parameters"]["IntegrationId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The integration as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Integration;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrationTypes: {
        parameters: {
            query?: {
                /**
                 * Only types of this group.
                 * @example crm_sales
                 */
                group?: schemas.IntegrationTypeGroup;
                /**
                 * Matches types whose name or identifier contains this text, whatever the case.
                 * @example sales
                 */
                search?: string;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by the identifier. `name` sorts without regard to case.
                 * @example name,asc
                 */
                sort?: schemas.IntegrationTypeSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of integration types. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.IntegrationTypePage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIntegrationType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The integration type.
                 * @example SLACK
                 */
                type: schemas.IntegrationTypeName;
            };
        };
        requestBody?: never;
        responses: {
            /** The integration type. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.IntegrationType;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["IntegrationTypeNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkLedgerEntries: {
        parameters: {
            query?: {
                /**
                 * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
                 * @example refund
                 */
                search?: components["parameters"]["LedgerSearch"];
                /**
                 * Only entries with this execution status, or with one of several, separated by commas.
                 * @example [
                 *       "failed",
                 *       "pending"
                 *     ]
                 */
                status?: components["parameters"]["LedgerStatus"];
                /**
                 * Only entries of this type.
                 * @example TWU
                 */
                type?: components["parameters"]["LedgerType"];
                /**
                 * Only entries with this policy status, or with one of several, separated by commas.
                 * @example [
                 *       "non_compliant",
                 *       "review_required"
                 *     ]
                 */
                policyStatus?: components["parameters"]["LedgerPolicyStatus"];
                /**
                 * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
                 * @example open
                 */
                review?: components["parameters"]["LedgerReview"];
                /**
                 * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
                 * @example [
                 *       "AI",
                 *       "HYBRID"
                 *     ]
                 */
                actors?: components["parameters"]["LedgerActors"];
                /**
                 * Least cost in dollars, inclusive. Not above `costMax`.
                 * @example 0.5
                 */
                costMin?: components["parameters"]["CostMin"];
                /**
                 * Greatest cost in dollars, inclusive.
                 * @example 20
                 */
                costMax?: components["parameters"]["CostMax"];
                /**
                 * Least active time in seconds, inclusive. Not above `timeMax`.
                 * @example 60
                 */
                timeMin?: components["parameters"]["TimeMin"];
                /**
                 * Greatest active time in seconds, inclusive.
                 * @example 3600
                 */
                timeMax?: components["parameters"]["TimeMax"];
                /**
                 * Only entries of the TWU model with exactly this name.
                 * @example Refund handling
                 */
                modelName?: components["parameters"]["LedgerModelName"];
                /**
                 * Only entries of this TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                modelId?: components["parameters"]["LedgerModelId"];
                /**
                 * Only entries of models of this version.
                 * @example 2
                 */
                modelVersion?: components["parameters"]["LedgerModelVersion"];
                /**
                 * Only entries of work on the entity with exactly this identifier.
                 * @example order-48-1177
                 */
                entityId?: components["parameters"]["LedgerEntityId"];
                /**
                 * Only entries in which an operation names this agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                agentId?: components["parameters"]["LedgerAgentId"];
                /**
                 * Only entries in which an operation names this AI model.
                 * @example claude-sonnet-4-5
                 */
                aiModel?: components["parameters"]["LedgerAiModel"];
                /**
                 * Earliest time of creation, inclusive. Not after `createdTo`.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * Latest time of creation, inclusive.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                createdTo?: components["parameters"]["CreatedTo"];
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id.
                 * @example createdAt,desc
                 */
                sort?: components["parameters"]["LedgerSort"];
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of work ledger entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    summariseWorkLedger: {
        parameters: {
            query?: {
                /**
                 * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
                 * @example refund
                 */
                search?: components["parameters"]["LedgerSearch"];
                /**
                 * Only entries with this execution status, or with one of several, separated by commas.
                 * @example [
                 *       "failed",
                 *       "pending"
                 *     ]
                 */
                status?: components["parameters"]["LedgerStatus"];
                /**
                 * Only entries of this type.
                 * @example TWU
                 */
                type?: components["parameters"]["LedgerType"];
                /**
                 * Only entries with this policy status, or with one of several, separated by commas.
                 * @example [
                 *       "non_compliant",
                 *       "review_required"
                 *     ]
                 */
                policyStatus?: components["parameters"]["LedgerPolicyStatus"];
                /**
                 * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
                 * @example open
                 */
                review?: components["parameters"]["LedgerReview"];
                /**
                 * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
                 * @example [
                 *       "AI",
                 *       "HYBRID"
                 *     ]
                 */
                actors?: components["parameters"]["LedgerActors"];
                /**
                 * Least cost in dollars, inclusive. Not above `costMax`.
                 * @example 0.5
                 */
                costMin?: components["parameters"]["CostMin"];
                /**
                 * Greatest cost in dollars, inclusive.
                 * @example 20
                 */
                costMax?: components["parameters"]["CostMax"];
                /**
                 * Least active time in seconds, inclusive. Not above `timeMax`.
                 * @example 60
                 */
                timeMin?: components["parameters"]["TimeMin"];
                /**
                 * Greatest active time in seconds, inclusive.
                 * @example 3600
                 */
                timeMax?: components["parameters"]["TimeMax"];
                /**
                 * Only entries of the TWU model with exactly this name.
                 * @example Refund handling
                 */
                modelName?: components["parameters"]["LedgerModelName"];
                /**
                 * Only entries of this TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                modelId?: components["parameters"]["LedgerModelId"];
                /**
                 * Only entries of models of this version.
                 * @example 2
                 */
                modelVersion?: components["parameters"]["LedgerModelVersion"];
                /**
                 * Only entries of work on the entity with exactly this identifier.
                 * @example order-48-1177
                 */
                entityId?: components["parameters"]["LedgerEntityId"];
                /**
                 * Only entries in which an operation names this agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                agentId?: components["parameters"]["LedgerAgentId"];
                /**
                 * Only entries in which an operation names this AI model.
                 * @example claude-sonnet-4-5
                 */
                aiModel?: components["parameters"]["LedgerAiModel"];
                /**
                 * Earliest time of creation, inclusive. Not after `createdTo`.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * Latest time of creation, inclusive.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                createdTo?: components["parameters"]["CreatedTo"];
                /**
                 * What the groups have in common.
                 * @example status
                 */
                groupBy?: schemas.WorkLedgerGrouping;
                /**
                 * The time zone, as IANA names it, by whose calendar and clock a day begins and ends. In another than UTC, days of a range of at most 400 days are answered: name it, or have a ledger that is no older.
                 * @example Asia/Kathmandu
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * The name of an outcome with numbers, which is added up, too, and also by the version of the model. Needs `modelId`. More than 100,000 entries are refused with 422.
                 * @example refundCost
                 */
                outcome?: schemas.TwuIdentifier;
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The sums. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerSummary;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            422: components["responses"]["SearchTooBroad"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportWorkLedger: {
        parameters: {
            query?: {
                /**
                 * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
                 * @example refund
                 */
                search?: components["parameters"]["LedgerSearch"];
                /**
                 * Only entries with this execution status, or with one of several, separated by commas.
                 * @example [
                 *       "failed",
                 *       "pending"
                 *     ]
                 */
                status?: components["parameters"]["LedgerStatus"];
                /**
                 * Only entries of this type.
                 * @example TWU
                 */
                type?: components["parameters"]["LedgerType"];
                /**
                 * Only entries with this policy status, or with one of several, separated by commas.
                 * @example [
                 *       "non_compliant",
                 *       "review_required"
                 *     ]
                 */
                policyStatus?: components["parameters"]["LedgerPolicyStatus"];
                /**
                 * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
                 * @example open
                 */
                review?: components["parameters"]["LedgerReview"];
                /**
                 * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
                 * @example [
                 *       "AI",
                 *       "HYBRID"
                 *     ]
                 */
                actors?: components["parameters"]["LedgerActors"];
                /**
                 * Least cost in dollars, inclusive. Not above `costMax`.
                 * @example 0.5
                 */
                costMin?: components["parameters"]["CostMin"];
                /**
                 * Greatest cost in dollars, inclusive.
                 * @example 20
                 */
                costMax?: components["parameters"]["CostMax"];
                /**
                 * Least active time in seconds, inclusive. Not above `timeMax`.
                 * @example 60
                 */
                timeMin?: components["parameters"]["TimeMin"];
                /**
                 * Greatest active time in seconds, inclusive.
                 * @example 3600
                 */
                timeMax?: components["parameters"]["TimeMax"];
                /**
                 * Only entries of the TWU model with exactly this name.
                 * @example Refund handling
                 */
                modelName?: components["parameters"]["LedgerModelName"];
                /**
                 * Only entries of this TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31
                 */
                modelId?: components["parameters"]["LedgerModelId"];
                /**
                 * Only entries of models of this version.
                 * @example 2
                 */
                modelVersion?: components["parameters"]["LedgerModelVersion"];
                /**
                 * Only entries of work on the entity with exactly this identifier.
                 * @example order-48-1177
                 */
                entityId?: components["parameters"]["LedgerEntityId"];
                /**
                 * Only entries in which an operation names this agent.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                agentId?: components["parameters"]["LedgerAgentId"];
                /**
                 * Only entries in which an operation names this AI model.
                 * @example claude-sonnet-4-5
                 */
                aiModel?: components["parameters"]["LedgerAiModel"];
                /**
                 * Earliest time of creation, inclusive. Not after `createdTo`.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * Latest time of creation, inclusive.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                createdTo?: components["parameters"]["CreatedTo"];
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id.
                 * @example createdAt,desc
                 */
                sort?: components["parameters"]["LedgerSort"];
                /**
                 * Format of the file.
                 * @example csv
                 */
                format?: schemas.WorkLedgerExportFormat;
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The entries. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": schemas.WorkLedgerNdjson;
                    "text/csv": schemas.WorkLedgerCsv;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkLedgerEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41
                 */
                entryId: schemas.Id;
            };
        };
        requestBody?: never;
        responses: {
            /** The work ledger entry. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerEntry;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LedgerEntryNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkLedgerOperations: {
        parameters: {
            query?: {
                /**
                 * `<field>,<asc|desc>`.
                 * @example position,asc
                 */
                sort?: schemas.WorkLedgerOperationSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example refund-48-1177
                 */
                entryId: schemas.Id;
            };
        };
        requestBody?: never;
        responses: {
            /** A page of operations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerOperationPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LedgerEntryNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reviewWorkLedgerEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The work ledger entry.
                 * @example refund-48-1177
                 */
                entryId: schemas.Id;
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.WorkLedgerDecision;
            };
        };
        responses: {
            /** The reviewed entry. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerEntry;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LedgerEntryNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ReviewConflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.ExecutionBatch;
                "application/x-ndjson": schemas.ExecutionLines;
            };
        };
        responses: {
            /** What became of each report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ExecutionBatchResult;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["LedgerElsewhere"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportTraces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.OtlpTraces;
                "application/x-protobuf": schemas.OtlpBytes;
            };
        };
        responses: {
            /** The spans were taken, but for those that `partialSuccess` counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.OtlpTracesAnswer;
                    "application/x-protobuf": schemas.OtlpBytes;
                };
            };
            400: components["responses"]["OtlpRefused"];
            401: components["responses"]["OtlpRefused"];
            403: components["responses"]["OtlpRefused"];
            404: components["responses"]["OtlpRefused"];
            406: components["responses"]["OtlpRefused"];
            409: components["responses"]["OtlpRefused"];
            413: components["responses"]["OtlpRefused"];
            415: components["responses"]["OtlpRefused"];
            429: components["responses"]["OtlpRefused"];
            500: components["responses"]["OtlpRefused"];
            503: components["responses"]["OtlpRefused"];
        };
    };
    sendMcpMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The revision of the protocol.
                 * @example 2026-07-28
                 */
                "MCP-Protocol-Version"?: string;
                /**
                 * The method of the message, from revision 2026-07-28 on.
                 * @example tools/call
                 */
                "Mcp-Method"?: string;
                /**
                 * The tool that is called, from revision 2026-07-28 on.
                 * @example agents_list
                 */
                "Mcp-Name"?: string;
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.McpMessage;
            };
        };
        responses: {
            /** The answer to the message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.McpMessage;
                };
            };
            /** The message needs no answer. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** The body is no message of the protocol. An error of the protocol is JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": schemas.BadBodyRequestProblem;
                    "application/json": schemas.McpMessage;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** The instance is unknown, or not one of the caller's. An unknown method of the protocol is JSON. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": schemas.InstanceNotFoundProblem;
                    "application/json": schemas.McpMessage;
                };
            };
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listModelPrices: {
        parameters: {
            query?: {
                /**
                 * Only prices of this AI model.
                 * @example claude-sonnet-4-5
                 */
                model?: schemas.AiModel;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `model` sorts without regard to case.
                 * @example model,asc
                 */
                sort?: schemas.ModelPriceSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of prices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ModelPricePage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    setModelPrice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.ModelPriceInput;
            };
        };
        responses: {
            /** The price as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ModelPrice;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ModelPriceNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteModelPrice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The price.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71
                 */
                priceId: components["parameters"]["PriceId"];
            };
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ModelPriceNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMcpAccess: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** What assistants may change. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.AssistantAccess;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    setMcpAccess: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.AssistantAccessInput;
            };
        };
        responses: {
            /** What assistants may change now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.AssistantAccess;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTwuModels: {
        parameters: {
            query?: {
                /**
                 * Matches names that contain this text, whatever the case. Nothing in it is a wildcard.
                 * @example refund
                 */
                name?: string;
                /**
                 * Only models with this status.
                 * @example published
                 */
                status?: schemas.TwuModelStatus;
                /**
                 * `true`: only models with a draft, published or not; `false`: only models without one.
                 * @example true
                 */
                hasDraft?: boolean;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
                 * @example updatedAt,desc
                 */
                sort?: schemas.TwuModelSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of TWU models. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTwuModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.TwuModelInput;
            };
        };
        responses: {
            /** The draft was saved. `id` and `modelId` are equal. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModel;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    evaluateTwuModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.TwuEvaluationInput;
            };
        };
        responses: {
            /** What the model says. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuEvaluation;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTwuModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The TWU model. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModel;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishTwuModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The published version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersion;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["DraftMissing"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["DraftIncomplete"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.ExecutionReport;
            };
        };
        responses: {
            /** The entry. It was replaced, or the report changes nothing. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerEntry;
                };
            };
            /** The new entry. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WorkLedgerEntry;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ExecutionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTwuModelVersions: {
        parameters: {
            query?: {
                /**
                 * `<field>,<asc|desc>`.
                 * @example version,desc
                 */
                sort?: schemas.TwuModelVersionSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Versions on a page. Above the maximum is an error, not a silent clamp.
                 * @example 100
                 */
                size?: number;
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The versions. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersions;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTwuModelVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.TwuModelInput;
            };
        };
        responses: {
            /** The new version, a draft. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersion;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["DraftExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTwuModelVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        requestBody?: never;
        responses: {
            /** The version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersion;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTwuModelVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.TwuModelInput;
            };
        };
        responses: {
            /** The draft as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersion;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["VersionNotDraft"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveTwuModelVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        requestBody?: never;
        responses: {
            /** The archived version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuModelVersion;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareTwuModelVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
                /**
                 * Number of the version to compare it with.
                 * @example 2
                 */
                other: components["parameters"]["OtherVersion"];
            };
        };
        requestBody?: never;
        responses: {
            /** What differs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuComparison;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    backtestTwuModelVersion: {
        parameters: {
            query?: {
                /**
                 * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
                 * @example refund
                 */
                search?: components["parameters"]["LedgerSearch"];
                /**
                 * Only entries with this execution status, or with one of several, separated by commas.
                 * @example [
                 *       "failed",
                 *       "pending"
                 *     ]
                 */
                status?: components["parameters"]["LedgerStatus"];
                /**
                 * Only entries with this policy status, or with one of several, separated by commas.
                 * @example [
                 *       "non_compliant",
                 *       "review_required"
                 *     ]
                 */
                policyStatus?: components["parameters"]["LedgerPolicyStatus"];
                /**
                 * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
                 * @example open
                 */
                review?: components["parameters"]["LedgerReview"];
                /**
                 * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
                 * @example [
                 *       "AI",
                 *       "HYBRID"
                 *     ]
                 */
                actors?: components["parameters"]["LedgerActors"];
                /**
                 * Least cost in dollars, inclusive. Not above `costMax`.
                 * @example 0.5
                 */
                costMin?: components["parameters"]["CostMin"];
                /**
                 * Greatest cost in dollars, inclusive.
                 * @example 20
                 */
                costMax?: components["parameters"]["CostMax"];
                /**
                 * Least active time in seconds, inclusive. Not above `timeMax`.
                 * @example 60
                 */
                timeMin?: components["parameters"]["TimeMin"];
                /**
                 * Greatest active time in seconds, inclusive.
                 * @example 3600
                 */
                timeMax?: components["parameters"]["TimeMax"];
                /**
                 * Only entries of models of this version.
                 * @example 2
                 */
                modelVersion?: components["parameters"]["LedgerModelVersion"];
                /**
                 * Only entries of work on the entity with exactly this identifier.
                 * @example order-48-1177
                 */
                entityId?: components["parameters"]["LedgerEntityId"];
                /**
                 * Earliest time of creation, inclusive. Not after `createdTo`.
                 * @example 2026-11-01T00:00:00Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * Latest time of creation, inclusive.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                createdTo?: components["parameters"]["CreatedTo"];
                /**
                 * So many executions at most.
                 * @example 50
                 */
                size?: number;
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The TWU model.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51
                 */
                modelId: components["parameters"]["ModelId"];
                /**
                 * Number of the version, from 1.
                 * @example 1
                 */
                version: components["parameters"]["Version"];
            };
        };
        requestBody?: never;
        responses: {
            /** What the version says, beside what was said. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.TwuBacktest;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TwuModelVersionNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * Only changes of resources of this type.
                 * @example agent
                 */
                resourceType?: schemas.ChangeTypeFilter;
                /**
                 * Only changes of the resource with this identifier. That of a model is also that of its versions.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
                 */
                resourceId?: schemas.Id;
                /**
                 * Only changes by the user or client with this identifier.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f01
                 */
                actorId?: schemas.ChangeActorId;
                /**
                 * Only changes that this operation or command made.
                 * @example updateAgent
                 */
                operation?: schemas.ChangeOperation;
                /**
                 * Earliest time of the change, inclusive, in UTC. Not after `to`.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: schemas.Instant;
                /**
                 * Latest time of the change, inclusive, in UTC.
                 * @example 2026-11-30T23:59:59.999Z
                 */
                to?: schemas.Instant;
                /**
                 * `<field>,<asc|desc>`.
                 * @example sequence,desc
                 */
                sort?: schemas.ChangeSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.ChangePage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /**
                 * The position to begin after. `Last-Event-ID` goes before it, as it is newer.
                 * @example 4711-6edf7e7b
                 */
                after?: schemas.StreamPosition;
            };
            header?: {
                /**
                 * The position to begin after, as `id` of the last event said it. Empty is none.
                 * @example 4711-6edf7e7b
                 */
                "Last-Event-ID"?: schemas.ChangeEventId;
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": schemas.ChangeStream;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["ChangesExpired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The number of the change.
                 * @example 4711
                 */
                sequence: schemas.ChangeSequence;
            };
        };
        requestBody?: never;
        responses: {
            /** The change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Change;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ChangeNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id.
                 * @example createdAt,desc
                 */
                sort?: schemas.WebhookSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.WebhookInput;
            };
        };
        responses: {
            /** The webhook was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookWithSecret;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["InstanceNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["TooManyWebhooks"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that you hold, with its quotation marks. 304 when it is still the current one. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The webhook as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Webhook;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.WebhookInput;
            };
        };
        responses: {
            /** The webhook as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.Webhook;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * Any value unique to this change, a UUID for example. The same key and payload get the first answer again for 24 hours, per caller and instance.
                 * @example 6f0e0f5c-3a0c-4e9e-9a51-0a5a7f6f1c55
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * The `ETag` that the change is based on, with its quotation marks. 412 when the resource has changed since. `*` means: whatever it is now. A weak mark (`W/"3"`), which proxies that compress add, does not count.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The webhook has a new secret. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookWithSecret;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyConflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The event will be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookDelivery;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookDisabled"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody: {
            content: {
                "application/json": schemas.WebhookReplayInput;
            };
        };
        responses: {
            /** The events will be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookReplay;
                };
            };
            400: components["responses"]["BadBodyRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * Only deliveries with this status.
                 * @example failed
                 */
                status?: schemas.WebhookDeliveryStatus;
                /**
                 * `<field>,<asc|desc>`. Ties are broken by id.
                 * @example createdAt,desc
                 */
                sort?: schemas.WebhookSort;
                /**
                 * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /** The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        requestBody?: never;
        responses: {
            /** A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookDeliveryPage;
                };
            };
            400: components["responses"]["BadListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The instance that everything in this request belongs to.
                 * @example demo
                 */
                instanceId: components["parameters"]["InstanceId"];
                /**
                 * The webhook.
                 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * The delivery.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
        };
        requestBody?: never;
        responses: {
            /** The event will be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": schemas.WebhookDelivery;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookDeliveryNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["WebhookDisabled"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    agentEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.AgentEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    userEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.UserEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    integrationEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.IntegrationEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    twuModelEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.TwuModelEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    workLedgerEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.WorkLedgerEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    modelPriceEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.ModelPriceEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    mcpAccessEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.McpAccessEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    instanceEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.InstanceEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
    webhookEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * The id of the delivery, the same with each attempt.
                 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61
                 */
                "webhook-id": components["parameters"]["EventId"];
                /**
                 * The time of this attempt, in seconds since 1970. Refuse what is more than five minutes away.
                 * @example 1795253400
                 */
                "webhook-timestamp": components["parameters"]["EventTimestamp"];
                /**
                 * One signature or, for 24 hours after a rotation, two with a space between them: `v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["EventSignature"];
            };
            path?: never;
        };
        requestBody: {
            content: {
                "application/json": schemas.WebhookResourceEvent;
            };
        };
        responses: {
            410: components["responses"]["EventGone"];
            "2XX": components["responses"]["EventTaken"];
        };
    };
}

// Generated from the contract by openapi-typescript and tools/generate/name-types.ts: never change this file.

export interface IntegrationFields {
    id: Id;
    etag: EntityTag;
    name: IntegrationName;
    description: IntegrationDescription;
    configuredSecrets: ConfiguredSecrets;
    secretsExpireAt: SecretsExpireAt;
    status: IntegrationStatus;
    isHealthy: IsHealthy;
    lastHealthCheck: LastHealthCheck;
    lastTest: LastTest;
    consecutiveFailures: ConsecutiveFailures;
    createdAt: Timestamp;
    updatedAt: Timestamp;
}
export interface IntegrationInputFields {
    name: IntegrationName;
    description?: IntegrationDescription;
    secretsExpireAt?: SecretsExpireAt;
    readonly id?: Id;
    readonly etag?: EntityTag;
    readonly configuredSecrets?: ConfiguredSecrets;
    readonly status?: IntegrationStatus;
    readonly isHealthy?: IsHealthy;
    readonly lastHealthCheck?: LastHealthCheck;
    readonly lastTest?: LastTest;
    readonly consecutiveFailures?: ConsecutiveFailures;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
}
export interface IntegrationUpdateFields {
    name: IntegrationName;
    description?: IntegrationDescription;
    secretsExpireAt?: SecretsExpireAt;
    readonly id?: Id;
    readonly etag?: EntityTag;
    readonly configuredSecrets?: ConfiguredSecrets;
    readonly status?: IntegrationStatus;
    readonly isHealthy?: IsHealthy;
    readonly lastHealthCheck?: LastHealthCheck;
    readonly lastTest?: LastTest;
    readonly consecutiveFailures?: ConsecutiveFailures;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
}
/** A connection to an external system, whatever its type. */
export type UntypedIntegration = {
    id: Id;
    etag: EntityTag;
    name: IntegrationName;
    description: IntegrationDescription;
    type: IntegrationTypeName;
    metadata: IntegrationMetadata;
    configuredSecrets: ConfiguredSecrets;
    secretsExpireAt: SecretsExpireAt;
    status: IntegrationStatus;
    isHealthy: IsHealthy;
    lastHealthCheck: LastHealthCheck;
    lastTest: LastTest;
    consecutiveFailures: ConsecutiveFailures;
    createdAt: Timestamp;
    updatedAt: Timestamp;
};
/** An integration to create, or to put in the place of one, whatever its type. */
export type UntypedIntegrationInput = {
    name: IntegrationName;
    description?: IntegrationDescription;
    type: IntegrationTypeName;
    metadata: IntegrationMetadataInput;
    secretsExpireAt?: SecretsExpireAt;
    readonly id?: Id;
    readonly etag?: EntityTag;
    readonly configuredSecrets?: ConfiguredSecrets;
    readonly status?: IntegrationStatus;
    readonly isHealthy?: IsHealthy;
    readonly lastHealthCheck?: LastHealthCheck;
    readonly lastTest?: LastTest;
    readonly consecutiveFailures?: ConsecutiveFailures;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
};
/**
 * Order of a list of instances.
 * @default name,asc
 * @enum {string}
 */
export type InstanceSort = "name,asc" | "name,desc";
/**
 * Names a request in the service's log.
 * @example 0193a7c2-9a10-7b6e-8a54-3f6cf04a7d2e
 */
export type RequestId = string;
/**
 * An opaque identifier. Promise nothing about its form.
 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
 */
export type Id = string;
/**
 * `suspended`: its operator has closed the instance for a while, and every call to it is refused.
 * @enum {string}
 */
export type InstanceStatus = "active" | "suspended";
/**
 * What opens operations. `Recorder`: reports executions, and reads nothing.
 * @enum {string}
 */
export type CallerRole = "Viewer" | "Manager" | "Administrator" | "Editor" | "Recorder";
/** The roles of the caller: those of users, and `Recorder`, which only a client's own token can have. */
export type CallerRoles = CallerRole[];
/** An instance, as its caller sees it. */
export type Instance = {
    id: Id;
    /** A name for people. */
    name: string;
    status: InstanceStatus;
    roles: CallerRoles;
};
/**
 * Where this page stands in the list.
 * @example {
 *       "size": 20,
 *       "number": 0,
 *       "totalElements": 1,
 *       "totalPages": 1,
 *       "totalIsExact": true,
 *       "next": null
 *     }
 */
export type PageInfo = {
    /** Items asked for. */
    size: number;
    /** 0-based number of this page. */
    number: number;
    /** Matching items, counted up to 1,000 (in the work ledger up to 10,000); when `totalIsExact` is false, at least so many. A page that was read by `cursor` repeats the count of its first page. */
    totalElements: number;
    /** Pages of this size that hold them; in a walk whose pages are cut, those so far and the next at least. */
    totalPages: number;
    /** `false` when there are more matching items than were counted. */
    totalIsExact: boolean;
    /** `cursor` of what follows; null on the last page. Pages before it may be cut, if their items are large. */
    next: string | null;
};
/** A page of instances. */
export type InstancePage = {
    /** The instances. */
    content: Instance[];
    page: PageInfo;
};
/**
 * What went wrong, in a word to branch on.
 * @enum {string}
 */
export type ProblemCode = "invalid_request" | "malformed_json" | "malformed_http" | "invalid_cursor" | "page_too_deep" | "page_too_large" | "token_missing" | "token_invalid" | "token_expired" | "role_missing" | "user_disabled" | "instance_suspended" | "path_not_found" | "instance_not_found" | "user_not_found" | "agent_not_found" | "integration_not_found" | "integration_not_tested" | "integration_type_not_found" | "ledger_entry_not_found" | "twu_model_not_found" | "twu_model_version_not_found" | "change_not_found" | "changes_expired" | "model_price_not_found" | "webhook_not_found" | "webhook_delivery_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "username_taken" | "email_taken" | "own_administrator_role" | "own_account" | "last_administrator" | "account_shared" | "user_deleted" | "idempotency_key_in_use" | "too_many_webhooks" | "webhook_disabled" | "draft_exists" | "draft_missing" | "version_not_draft" | "version_not_published" | "execution_finished" | "execution_id_taken" | "ledger_elsewhere" | "review_not_required" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "roles_managed_elsewhere" | "passwords_managed_elsewhere" | "temporary_password_missing" | "account_refused" | "invalid_integration" | "draft_incomplete" | "search_too_broad" | "rate_limited" | "headers_too_large" | "internal_error" | "temporarily_unavailable";
/** One fault of the input. */
export type Fault = {
    /**
     * The part of the request at fault.
     * @enum {string}
     */
    in: "body" | "query" | "path" | "header";
    /** JSON Pointer (RFC 6901) into that part. */
    pointer: string;
    /** The rule that is broken, `required` for example. */
    code: string;
    /** What is wrong and what would be right. */
    message: string;
};
/** A problem document (RFC 9457). */
export type Problem = {
    /** A URN that names the kind of problem, equal for equal `code`. */
    type: string;
    /** What kind of problem this is. */
    title: string;
    /** The HTTP status. */
    status: number;
    /** What happened this time, and what to do next. */
    detail: string;
    /** Path of the request. */
    instance: string;
    code: ProblemCode;
    requestId: RequestId;
    /** Every fault of the input; empty where the input is not at fault. */
    errors: Fault[];
};
/** The request breaks the contract, or its page or cursor cannot be served. */
export type BadListRequestProblem = Problem & {
    /** @enum {string} */
    code: "invalid_request" | "invalid_cursor" | "page_too_deep" | "page_too_large";
};
/** No token, or one that is not accepted. A header that is no `Bearer <token>`, such as a token alone, is `token_missing`. */
export type UnauthorizedProblem = Problem & {
    /** @enum {string} */
    code: "token_missing" | "token_invalid" | "token_expired";
};
/** The `Accept` header leaves no media type that this operation answers with. */
export type NotAcceptableProblem = Problem & {
    /** @enum {string} */
    code: "not_acceptable";
};
/** The rate limit of the caller is used up, or that of all callers of the instance together. */
export type TooManyRequestsProblem = Problem & {
    /** @enum {string} */
    code: "rate_limited";
};
/** A fault of the service. `detail` says whether anything was changed; the request id finds the fault in the log. */
export type InternalProblem = Problem & {
    /** @enum {string} */
    code: "internal_error";
};
/** The service cannot serve this just now. */
export type UnavailableProblem = Problem & {
    /** @enum {string} */
    code: "temporarily_unavailable";
};
/**
 * The `ETag` of this state, quotes included. Send it as `If-Match` with a change.
 * @example "1"
 */
export type EntityTag = string;
/**
 * Name to log in with; no white space. Unique in the instance among usernames and email addresses, whatever the case and however it is written in Unicode.
 * @example ada
 */
export type Username = string;
/**
 * Format: email
 * Email address, to log in with, too. Unique in the instance among usernames and email addresses, whatever the case.
 * @example ada@example.com
 */
export type EmailAddress = string;
/**
 * A part of a person's name.
 * @example Ada
 */
export type PersonName = string;
/**
 * A part of a person's name that not everybody has.
 * @example King
 */
export type OptionalPersonName = string | null;
/**
 * Opens the operations that list it.
 * @example Manager
 * @enum {string}
 */
export type Role = "Viewer" | "Manager" | "Administrator" | "Editor";
/**
 * What the user may do in this instance. Holds from the next request on. A service whose roles come from the identity provider alone keeps none, and takes them back only as they were read.
 * @example [
 *       "Manager",
 *       "Editor"
 *     ]
 */
export type Roles = Role[];
/**
 * Format: date-time
 * RFC 3339 in UTC with milliseconds.
 * @example 2026-11-21T09:30:00.000Z
 */
export type Timestamp = string;
/** An account of the instance. */
export type User = {
    id: Id;
    etag: EntityTag;
    username: Username;
    email: EmailAddress;
    /** First name. */
    name: PersonName;
    /** Middle name. */
    middleName: OptionalPersonName;
    /** Family name. */
    familyName: OptionalPersonName;
    /** `true`: the user can log in; `false`: the user cannot access the system. */
    enabled: boolean;
    roles: Roles;
    createdAt: Timestamp;
    updatedAt: Timestamp;
};
/** A caller, in one instance. */
export type Me = {
    /** The subject of the token. */
    subject: string;
    /**
     * `client`: a program with a token of its own, which acts for no user.
     * @enum {string}
     */
    kind: "user" | "client";
    /** The user of this instance; null when there is none, as for a client. */
    user: User | null;
    roles: CallerRoles;
    /** The operations that the roles open, by `operationId`. */
    operations: string[];
};
/** The request breaks the contract; `errors` points at every fault. */
export type BadRequestProblem = Problem & {
    /** @enum {string} */
    code: "invalid_request";
};
/** The caller lacks the role, or is a disabled user, or the instance is suspended. */
export type ForbiddenProblem = Problem & {
    /** @enum {string} */
    code: "role_missing" | "user_disabled" | "instance_suspended";
};
/** Instance configuration not available. The instance is unknown, or not one of the caller's. */
export type InstanceNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "instance_not_found";
};
/**
 * Order of a list of users.
 * @default updatedAt,desc
 * @enum {string}
 */
export type UserSort = "updatedAt,asc" | "updatedAt,desc" | "createdAt,asc" | "createdAt,desc" | "username,asc" | "username,desc";
/** A page of users. */
export type UserPage = {
    /** The users. */
    content: User[];
    page: PageInfo;
};
/**
 * A part of a person's name that not everybody has. An empty text stands for null, as forms send it.
 * @example King
 */
export type OptionalPersonNameInput = string | null;
/**
 * Format: password
 * Initial password of 12 characters or more; the user must change it at the next login. Goes to the identity provider, never comes back and is neither stored nor logged here. Needed for a new user; refused where passwords are managed at the identity provider alone, and where it is blank, the username or the email address, whatever the case. An empty text counts as left out, as forms send it.
 * @example correct-horse-battery
 */
export type TemporaryPassword = string;
/** A user to create. What only the service sets may be sent and is ignored. */
export type UserCreate = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    username: Username;
    email: EmailAddress;
    /** First name. */
    name: PersonName;
    /** Middle name. */
    middleName?: OptionalPersonNameInput;
    /** Family name. */
    familyName?: OptionalPersonNameInput;
    /**
     * `false`: the user cannot access the system until somebody enables the account.
     * @default true
     */
    enabled?: boolean;
    /** @default [] */
    roles?: Roles;
    temporaryPassword?: TemporaryPassword;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
};
/** The body is not JSON, or the request breaks the contract; `errors` points at every fault. */
export type BadBodyRequestProblem = Problem & {
    /** @enum {string} */
    code: "invalid_request" | "malformed_json";
};
/** The username or the email address is taken, here or at the identity provider, the `Idempotency-Key` is in use, or the user whom it created was deleted since. */
export type UserCreateConflictProblem = Problem & {
    /** @enum {string} */
    code: "username_taken" | "email_taken" | "user_deleted" | "idempotency_key_in_use";
};
/** The body is larger than the operation takes. */
export type PayloadTooLargeProblem = Problem & {
    /** @enum {string} */
    code: "payload_too_large";
};
/** The body is not `application/json` in UTF-8 without content encoding. */
export type UnsupportedMediaTypeProblem = Problem & {
    /** @enum {string} */
    code: "unsupported_media_type";
};
/** Roles or passwords cannot be set here, the temporary password is missing, the identity provider refuses the account, or the `Idempotency-Key` was used with another payload. */
export type UnusableUserCreateProblem = Problem & {
    /** @enum {string} */
    code: "roles_managed_elsewhere" | "passwords_managed_elsewhere" | "temporary_password_missing" | "account_refused" | "idempotency_key_reused";
};
/** Users to create. */
export type UserBatch = {
    /** The users, each as `createUser` takes it. */
    users: UserCreate[];
};
/** What became of one user. It says nothing of the person, so that it may be kept for an `Idempotency-Key`. */
export type UserCreateResult = {
    /** The status that `createUser` would have answered. */
    status: number;
    /** The id of the created user; null when the user was not created. */
    id: string | null;
    /** Why the user was not created, as the `code` of a problem; null for a created user. */
    code: string | null;
    /** What to do next, in words; null for a created user. */
    detail: string | null;
    /** The fields at fault. The pointers lead into this user. */
    errors: Fault[];
};
/** What became of users to create. */
export type UserBatchResult = {
    /** A result for each user, in the order of the request. */
    results: UserCreateResult[];
};
/** A request with this `Idempotency-Key` is still running. */
export type IdempotencyConflictProblem = Problem & {
    /** @enum {string} */
    code: "idempotency_key_in_use";
};
/** The `Idempotency-Key` was used with another payload. */
export type IdempotencyMismatchProblem = Problem & {
    /** @enum {string} */
    code: "idempotency_key_reused";
};
/** The instance holds no such user, or is not available to the caller. */
export type UserNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "user_not_found" | "instance_not_found";
};
/** What to change about a user; what is left out stays. What only the service sets may be sent and is ignored. */
export type UserUpdate = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    username?: Username;
    email?: EmailAddress;
    /** First name. */
    name?: PersonName;
    /** Middle name; null clears it. */
    middleName?: OptionalPersonNameInput;
    /** Family name; null clears it. */
    familyName?: OptionalPersonNameInput;
    /** `true`: the user can log in; `false`: the user cannot access the system. */
    enabled?: boolean;
    roles?: Roles;
    temporaryPassword?: TemporaryPassword;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
};
/** The username or the email address is taken, the change would lock out the caller or everybody, or the operator keeps the account (D-32). */
export type UserConflictProblem = Problem & {
    /** @enum {string} */
    code: "username_taken" | "email_taken" | "own_administrator_role" | "own_account" | "last_administrator" | "account_shared";
};
/** The resource is not in the state that `If-Match` names; `ETag` is the current one. */
export type PreconditionFailedProblem = Problem & {
    /** @enum {string} */
    code: "precondition_failed";
};
/** Roles or passwords cannot be set here, or the identity provider refuses the account. */
export type UnusableUserUpdateProblem = Problem & {
    /** @enum {string} */
    code: "roles_managed_elsewhere" | "passwords_managed_elsewhere" | "account_refused";
};
/** The deletion would lock out the caller or everybody. */
export type UserNeededProblem = Problem & {
    /** @enum {string} */
    code: "own_account" | "last_administrator";
};
/** The account of a user at the identity provider. */
export type UserAccount = {
    /**
     * `open`: the user can sign in there; `closed`: the account is disabled there; `missing`: there is none, and a temporary password makes one; `kept_elsewhere`: others keep the account, and this service asks nothing about it.
     * @enum {string}
     */
    state: "open" | "closed" | "missing" | "kept_elsewhere";
    /**
     * Format: date-time
     * When the user signed in last, as far as the provider tells: Keycloak tells it while the session lives, SCIM and the embedded provider never.
     */
    lastSignInAt: string | null;
    /** `true`: the user has not replaced the temporary password yet. SCIM does not tell. */
    hasTemporaryPassword: boolean | null;
    /** The fields of the user for which the account has another value, since the provider did not take it or it was changed there. Null where the provider keeps none of its own. */
    refused: ("username" | "email" | "name" | "middleName" | "familyName")[] | null;
    /** `true`: a change of the user waits for the provider, or is under way. */
    isChanging: boolean;
};
/**
 * Who does the work.
 * @enum {string}
 */
export type AgentType = "AI" | "HUMAN";
/**
 * Something the agent can do, in your words. Usual for AI agents: text generation, code generation, image analysis, data analysis, translation, summarization, content creation, automated responses. Usual for human agents: customer support, sales assistance, project management, strategic planning, relationship building, complex problem solving, creative thinking, leadership, training/mentoring, quality assurance.
 * @example summarization
 * @example customer support
 */
export type Capability = string;
/**
 * A priority that somebody gave.
 * @enum {string}
 */
export type AgentPriorityFilter = "high" | "medium" | "low";
/**
 * Order of a list of agents.
 * @default name,asc
 * @enum {string}
 */
export type AgentSort = "name,asc" | "name,desc" | "createdAt,asc" | "createdAt,desc" | "updatedAt,asc" | "updatedAt,desc";
/**
 * Agent name.
 * @example Summariser
 */
export type AgentName = string;
/** Capabilities of the agent, in the order given. */
export type Capabilities = Capability[];
/**
 * AI model identifier; null for a human agent.
 * @example claude-sonnet-4-5
 */
export type AgentModel = string | null;
/**
 * How important the agent is; null when nobody said.
 * @enum {string|null}
 */
export type AgentPriority = "high" | "medium" | "low" | null;
/** Name of a member of a JSON object. */
export type MemberName = string;
/**
 * Additional metadata of your own. A body may be nested 64 levels deep; at every level, names of members have no quotation mark, no backslash and no control character.
 * @example {
 *       "team": "support",
 *       "shift": {
 *         "from": 8,
 *         "to": 16
 *       }
 *     }
 */
export type AgentMetadata = {
    [key: string]: unknown;
};
/** An AI or human worker. */
export type Agent = {
    id: Id;
    etag: EntityTag;
    name: AgentName;
    type: AgentType;
    /** Whether the agent is active. */
    active: boolean;
    capabilities: Capabilities;
    model: AgentModel;
    priority: AgentPriority;
    metadata: AgentMetadata;
    createdAt: Timestamp;
    updatedAt: Timestamp;
} & ({
    /** @constant */
    type: "AI";
    model: string;
} | {
    /** @constant */
    type: "HUMAN";
    model: null;
});
/** A page of agents. */
export type AgentPage = {
    /** The agents. */
    content: Agent[];
    page: PageInfo;
};
/** An agent to create, or to put in the place of one. What only the service sets may be sent and is ignored. */
export type AgentInput = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    name: AgentName;
    type: AgentType;
    /** Whether the agent is active. */
    active: boolean;
    capabilities?: Capabilities;
    model?: AgentModel;
    priority?: AgentPriority;
    metadata?: AgentMetadata;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
} & ({
    /** @constant */
    type: "AI";
    model: string;
} | {
    /** @constant */
    type: "HUMAN";
    model?: null;
});
/** The instance holds no such agent, or is not available to the caller. */
export type AgentNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "agent_not_found" | "instance_not_found";
};
/**
 * The id of an agent, or another name for one.
 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11
 */
export type NamedAgentId = string;
/**
 * Format: date
 * A day in UTC.
 * @example 2026-12-24
 */
export type Day = string;
/**
 * A time zone, as IANA names it.
 * @default UTC
 * @example Asia/Kathmandu
 */
export type TimeZone = string;
/**
 * Number of entries.
 * @example 4
 */
export type EntryCount = number;
/**
 * A part of 1; null where there is nothing to divide.
 * @example 0.25
 */
export type Share = number | null;
/**
 * Active time in seconds of all of them, exact, and rounded half up to 12 decimals.
 * @example 609.65
 */
export type ActiveTimeSum = number;
/**
 * Cost in dollars of all of them, exact, and rounded half up to 12 decimals.
 * @example 5.05
 */
export type CostSum = number;
/**
 * Number of operations of which nobody knows what they cost: they have an AI model or tokens, and neither a cost nor a price. `cost` lacks them.
 * @example 0
 */
export type WithoutCostSum = number;
/**
 * Number of tokens.
 * @example 1200
 */
export type TokenSum = number;
/** The tokens of several operations. */
export type TokenSums = {
    /** Tokens that were read, those of a cache included. */
    inputTokens: TokenSum;
    /** The part of `inputTokens` that came from a cache. */
    cachedInputTokens: TokenSum;
    /** The part of `inputTokens` that was written to a cache. */
    cacheWriteTokens: TokenSum;
    /** Tokens that were written. */
    outputTokens: TokenSum;
};
/** Sums over the executions in which the agent has a share. Active time, cost and tokens are those of its share; whether an execution failed or has to be reviewed is the whole execution's. */
export type AgentWorkSums = {
    /** Number of executions. */
    executions: EntryCount;
    /** Number of executions that failed. */
    failed: EntryCount;
    /** `failed` of `executions`; null of none. */
    failedShare: Share;
    /** Number of executions that are not compliant. */
    nonCompliant: EntryCount;
    /** `nonCompliant` of `executions`; null of none. */
    nonCompliantShare: Share;
    /** Number of executions that wait for a review. */
    openReviews: EntryCount;
    /** Number of executions that were reviewed. */
    decidedReviews: EntryCount;
    activeTime: ActiveTimeSum;
    cost: CostSum;
    /**
     * `cost` of one execution on average; null of none.
     * @example 0.021
     */
    costPerExecution: number | null;
    withoutCost: WithoutCostSum;
    usage: TokenSums;
};
/** What the agent did on one day. */
export type AgentWorkDay = {
    /** The day in the time zone. */
    day: Day;
    sums: AgentWorkSums;
};
/** What the agent did with one AI model. */
export type AgentWorkAiModel = {
    /** The AI model; null for operations that name none. */
    aiModel: string | null;
    sums: AgentWorkSums;
};
/** What an agent did in a range of days. */
export type AgentWork = {
    id: NamedAgentId;
    /** Its name, or the last that it had. Null for an agent that the instance never had. */
    name: string | null;
    /** Whether the instance has this agent now. */
    exists: boolean;
    /** The first day. */
    from: Day;
    /** The last day. */
    to: Day;
    timeZone: TimeZone;
    total: AgentWorkSums;
    /** The same of as many days before `from`. */
    before: AgentWorkSums;
    /** The days on which it did something, in order. */
    days: AgentWorkDay[];
    /** Its AI models, at most 100 of them, the most expensive first, and by name where that is equal. */
    aiModels: AgentWorkAiModel[];
};
/**
 * An integration type; `GET .../integration-types` lists them.
 * @example SLACK
 * @example AMAZON_CONNECT
 */
export type IntegrationTypeName = string;
/**
 * `connecting`: being set up, not tested yet. `active`: operational. `error`: a test or the first background check failed, a later check proved the configuration wrong, or three in a row failed; one success makes it `active`. `inactive`: disabled.
 * @enum {string}
 */
export type IntegrationStatus = "active" | "inactive" | "connecting" | "error";
/**
 * Order of a list of integrations.
 * @default name,asc
 * @enum {string}
 */
export type IntegrationSort = "name,asc" | "name,desc" | "createdAt,asc" | "createdAt,desc" | "updatedAt,asc" | "updatedAt,desc";
/**
 * Integration name.
 * @example Support workspace
 */
export type IntegrationName = string;
/**
 * What the integration is for; found by `search`.
 * @example Posts hand-overs to the support channel.
 */
export type IntegrationDescription = string | null;
/** Fields of the type ACTIVE_CAMPAIGN without the secrets. */
export type ActiveCampaignConfiguration = {
    /**
     * API URL
     * Format: uri
     * @example https://acme.activehosted.com
     */
    apiUrl: string;
};
/** Keys of the secrets that are set. Their values never come back. */
export type ConfiguredSecrets = string[];
/**
 * Format: date
 * The day, in UTC, on which the secrets end, as its administrator has entered it. Fourteen days before, a record of the kind `flagged` tells so, once for each day that is entered, also while the integration is disabled.
 * @example 2026-12-24
 */
export type SecretsExpireAt = string | null;
/** Whether the last connection test passed. */
export type IsHealthy = boolean;
/**
 * Format: date-time
 * When the connection was last tested; null before the first test.
 */
export type LastHealthCheck = string | null;
/**
 * How the test went; anything but `ok` is a failure.
 * @enum {string}
 */
export type ConnectionTestOutcome = "ok" | "bad_credentials" | "missing_permission" | "not_found" | "invalid_configuration" | "clock_skew" | "rate_limited" | "vendor_unavailable" | "timeout" | "network_error" | "blocked_host" | "unexpected_response";
/** What happened and what to do about it. */
export type ConnectionTestMessage = string;
/** What the last connection test found; null before the first one. `GET .../last-test` has its steps. */
export type LastTest = {
    outcome: ConnectionTestOutcome;
    message: ConnectionTestMessage;
    at: Timestamp;
} | null;
/** The background checks that have failed in a row. `rate_limited` counts as no failure; a success, or another configuration, begins anew. */
export type ConsecutiveFailures = number;
export interface ActiveCampaignIntegration extends IntegrationFields {
    type: "ACTIVE_CAMPAIGN";
    metadata: ActiveCampaignConfiguration;
}
/** Fields of the type AIRCALL without the secrets. */
export type AircallConfiguration = {
    /**
     * API ID
     * @example 00000000000000000000000000000000
     */
    apiId: string;
};
export interface AircallIntegration extends IntegrationFields {
    type: "AIRCALL";
    metadata: AircallConfiguration;
}
/** Fields of the type AIRTABLE without the secrets. */
export type AirtableConfiguration = Record<string, never>;
export interface AirtableIntegration extends IntegrationFields {
    type: "AIRTABLE";
    metadata: AirtableConfiguration;
}
/** Fields of the type AMAZON_CONNECT without the secrets. */
export type AmazonConnectConfiguration = {
    /**
     * Instance ID
     * Last part of the instance ARN.
     * @example 11111111-2222-3333-4444-555555555555
     */
    instanceId: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
};
export interface AmazonConnectIntegration extends IntegrationFields {
    type: "AMAZON_CONNECT";
    metadata: AmazonConnectConfiguration;
}
/** Fields of the type ANTHROPIC without the secrets. */
export type AnthropicConfiguration = {
    /**
     * API Version
     * @default 2023-06-01
     */
    apiVersion?: string;
};
export interface AnthropicIntegration extends IntegrationFields {
    type: "ANTHROPIC";
    metadata: AnthropicConfiguration;
}
/** Fields of the type APOLLO without the secrets. */
export type ApolloConfiguration = Record<string, never>;
export interface ApolloIntegration extends IntegrationFields {
    type: "APOLLO";
    metadata: ApolloConfiguration;
}
/** Fields of the type ASANA without the secrets. */
export type AsanaConfiguration = Record<string, never>;
export interface AsanaIntegration extends IntegrationFields {
    type: "ASANA";
    metadata: AsanaConfiguration;
}
/** Fields of the type ASSEMBLYAI without the secrets. */
export type AssemblyaiConfiguration = Record<string, never>;
export interface AssemblyaiIntegration extends IntegrationFields {
    type: "ASSEMBLYAI";
    metadata: AssemblyaiConfiguration;
}
/** Fields of the type ATTIO without the secrets. */
export type AttioConfiguration = Record<string, never>;
export interface AttioIntegration extends IntegrationFields {
    type: "ATTIO";
    metadata: AttioConfiguration;
}
/** Fields of the type AWS_BEDROCK without the secrets. */
export type AwsBedrockConfiguration = {
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
};
export interface AwsBedrockIntegration extends IntegrationFields {
    type: "AWS_BEDROCK";
    metadata: AwsBedrockConfiguration;
}
/** Fields of the type AWS_S3 without the secrets. */
export type AwsS3Configuration = {
    /**
     * Bucket
     * @example acme-documents
     */
    bucket: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
};
export interface AwsS3Integration extends IntegrationFields {
    type: "AWS_S3";
    metadata: AwsS3Configuration;
}
/** Fields of the type AZURE_OPENAI without the secrets. */
export type AzureOpenaiConfiguration = {
    /**
     * Endpoint
     * Format: uri
     * @example https://acme.openai.azure.com
     */
    endpoint: string;
    /**
     * API Version
     * @default 2024-10-21
     */
    apiVersion?: string;
};
export interface AzureOpenaiIntegration extends IntegrationFields {
    type: "AZURE_OPENAI";
    metadata: AzureOpenaiConfiguration;
}
/** Fields of the type BOX without the secrets. */
export type BoxConfiguration = {
    /**
     * Client ID
     * @example 00000000000000000000000000000000
     */
    clientId: string;
    /**
     * Enterprise ID
     * @example 123456
     */
    enterpriseId: string;
};
export interface BoxIntegration extends IntegrationFields {
    type: "BOX";
    metadata: BoxConfiguration;
}
/** Fields of the type CAPSULE_CRM without the secrets. */
export type CapsuleCrmConfiguration = Record<string, never>;
export interface CapsuleCrmIntegration extends IntegrationFields {
    type: "CAPSULE_CRM";
    metadata: CapsuleCrmConfiguration;
}
/** Fields of the type CLOSE without the secrets. */
export type CloseConfiguration = Record<string, never>;
export interface CloseIntegration extends IntegrationFields {
    type: "CLOSE";
    metadata: CloseConfiguration;
}
/** Fields of the type COHERE without the secrets. */
export type CohereConfiguration = Record<string, never>;
export interface CohereIntegration extends IntegrationFields {
    type: "COHERE";
    metadata: CohereConfiguration;
}
/** Fields of the type CONFLUENCE without the secrets. */
export type ConfluenceConfiguration = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
};
export interface ConfluenceIntegration extends IntegrationFields {
    type: "CONFLUENCE";
    metadata: ConfluenceConfiguration;
}
/** Fields of the type COPPER without the secrets. */
export type CopperConfiguration = {
    /**
     * User Email
     * Format: email
     * @example user@example.com
     */
    userEmail: string;
};
export interface CopperIntegration extends IntegrationFields {
    type: "COPPER";
    metadata: CopperConfiguration;
}
/** Fields of the type DATABRICKS without the secrets. */
export type DatabricksConfiguration = {
    /**
     * Workspace URL
     * Format: uri
     * @example https://dbc-a1b2345c-d6e7.cloud.databricks.com
     */
    workspaceUrl: string;
};
export interface DatabricksIntegration extends IntegrationFields {
    type: "DATABRICKS";
    metadata: DatabricksConfiguration;
}
/** Fields of the type DEEPGRAM without the secrets. */
export type DeepgramConfiguration = Record<string, never>;
export interface DeepgramIntegration extends IntegrationFields {
    type: "DEEPGRAM";
    metadata: DeepgramConfiguration;
}
/** Fields of the type DIALPAD without the secrets. */
export type DialpadConfiguration = {
    /**
     * Environment
     * @default production
     * @enum {string}
     */
    environment?: "production" | "sandbox";
};
export interface DialpadIntegration extends IntegrationFields {
    type: "DIALPAD";
    metadata: DialpadConfiguration;
}
/** Fields of the type DIXA without the secrets. */
export type DixaConfiguration = Record<string, never>;
export interface DixaIntegration extends IntegrationFields {
    type: "DIXA";
    metadata: DixaConfiguration;
}
/** Fields of the type DROPBOX without the secrets. */
export type DropboxConfiguration = {
    /**
     * App key
     * @example exampleappkey00
     */
    appKey: string;
};
export interface DropboxIntegration extends IntegrationFields {
    type: "DROPBOX";
    metadata: DropboxConfiguration;
}
/** Fields of the type ELASTICSEARCH without the secrets. */
export type ElasticsearchConfiguration = {
    /**
     * Cluster URL
     * Format: uri
     * @example https://acme.es.us-east-1.aws.elastic.cloud
     */
    url: string;
};
export interface ElasticsearchIntegration extends IntegrationFields {
    type: "ELASTICSEARCH";
    metadata: ElasticsearchConfiguration;
}
/** Fields of the type ELEVENLABS without the secrets. */
export type ElevenlabsConfiguration = Record<string, never>;
export interface ElevenlabsIntegration extends IntegrationFields {
    type: "ELEVENLABS";
    metadata: ElevenlabsConfiguration;
}
/** Fields of the type FIVE9 without the secrets. */
export type Five9Configuration = {
    /**
     * Username
     * @example admin@example.com
     */
    username: string;
    /**
     * Data center
     * @default US
     * @enum {string}
     */
    dataCenter: "US" | "EU" | "CA";
};
export interface Five9Integration extends IntegrationFields {
    type: "FIVE9";
    metadata: Five9Configuration;
}
/** Fields of the type FRESHDESK without the secrets. */
export type FreshdeskConfiguration = {
    /**
     * Subdomain
     * First label only; the service appends .freshdesk.com.
     * @example acme
     */
    subdomain: string;
};
export interface FreshdeskIntegration extends IntegrationFields {
    type: "FRESHDESK";
    metadata: FreshdeskConfiguration;
}
/** Fields of the type FRESHSALES without the secrets. */
export type FreshsalesConfiguration = {
    /**
     * Bundle alias
     * First label only; the service appends .myfreshworks.com.
     * @example acme
     */
    bundleAlias: string;
};
export interface FreshsalesIntegration extends IntegrationFields {
    type: "FRESHSALES";
    metadata: FreshsalesConfiguration;
}
/** Fields of the type FRONT without the secrets. */
export type FrontConfiguration = Record<string, never>;
export interface FrontIntegration extends IntegrationFields {
    type: "FRONT";
    metadata: FrontConfiguration;
}
/** Fields of the type GENESYS_CLOUD without the secrets. */
export type GenesysCloudConfiguration = {
    /**
     * Region
     * @example us-east-1
     * @enum {string}
     */
    region: "us-east-1" | "us-east-2" | "us-west-2" | "ca-central-1" | "sa-east-1" | "eu-west-1" | "eu-west-2" | "eu-central-1" | "eu-central-2" | "me-central-1" | "ap-south-1" | "ap-northeast-1" | "ap-northeast-2" | "ap-northeast-3" | "ap-southeast-1" | "ap-southeast-2";
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
};
export interface GenesysCloudIntegration extends IntegrationFields {
    type: "GENESYS_CLOUD";
    metadata: GenesysCloudConfiguration;
}
/** Fields of the type GITHUB without the secrets. */
export type GithubConfiguration = Record<string, never>;
export interface GithubIntegration extends IntegrationFields {
    type: "GITHUB";
    metadata: GithubConfiguration;
}
/** Fields of the type GITLAB without the secrets. */
export type GitlabConfiguration = {
    /**
     * Base URL
     * Format: uri
     * @default https://gitlab.com
     * @example https://gitlab.com
     */
    baseUrl?: string;
};
export interface GitlabIntegration extends IntegrationFields {
    type: "GITLAB";
    metadata: GitlabConfiguration;
}
/** Fields of the type GONG without the secrets. */
export type GongConfiguration = {
    /**
     * Access Key
     * @example EXAMPLEACCESSKEY
     */
    accessKey: string;
    /**
     * API base URL
     * Format: uri
     * @default https://api.gong.io
     * @example https://us-00000.api.gong.io
     */
    baseUrl?: string;
};
export interface GongIntegration extends IntegrationFields {
    type: "GONG";
    metadata: GongConfiguration;
}
/** Fields of the type GOOGLE_BIGQUERY without the secrets. */
export type GoogleBigqueryConfiguration = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
};
export interface GoogleBigqueryIntegration extends IntegrationFields {
    type: "GOOGLE_BIGQUERY";
    metadata: GoogleBigqueryConfiguration;
}
/** Fields of the type GOOGLE_DIALOGFLOW_CX without the secrets. */
export type GoogleDialogflowCxConfiguration = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Location
     * @example us-central1
     */
    location: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
};
export interface GoogleDialogflowCxIntegration extends IntegrationFields {
    type: "GOOGLE_DIALOGFLOW_CX";
    metadata: GoogleDialogflowCxConfiguration;
}
/** Fields of the type GOOGLE_DRIVE without the secrets. */
export type GoogleDriveConfiguration = {
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /**
     * Delegated User Email
     * Format: email
     * Domain-wide delegation subject (JWT sub).
     * @example user@example.com
     */
    delegatedUserEmail?: string;
};
export interface GoogleDriveIntegration extends IntegrationFields {
    type: "GOOGLE_DRIVE";
    metadata: GoogleDriveConfiguration;
}
/** Fields of the type GOOGLE_GEMINI without the secrets. */
export type GoogleGeminiConfiguration = Record<string, never>;
export interface GoogleGeminiIntegration extends IntegrationFields {
    type: "GOOGLE_GEMINI";
    metadata: GoogleGeminiConfiguration;
}
/** Fields of the type GORGIAS without the secrets. */
export type GorgiasConfiguration = {
    /**
     * Subdomain
     * First label only; the service appends .gorgias.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example agent@example.com
     */
    email: string;
};
export interface GorgiasIntegration extends IntegrationFields {
    type: "GORGIAS";
    metadata: GorgiasConfiguration;
}
/** Fields of the type GROQ without the secrets. */
export type GroqConfiguration = Record<string, never>;
export interface GroqIntegration extends IntegrationFields {
    type: "GROQ";
    metadata: GroqConfiguration;
}
/** Fields of the type GURU without the secrets. */
export type GuruConfiguration = {
    /**
     * User or collection ID
     * @example user@example.com
     */
    username: string;
};
export interface GuruIntegration extends IntegrationFields {
    type: "GURU";
    metadata: GuruConfiguration;
}
/** Fields of the type HELP_SCOUT without the secrets. */
export type HelpScoutConfiguration = {
    /**
     * App ID
     * @example exampleappid0000
     */
    appId: string;
};
export interface HelpScoutIntegration extends IntegrationFields {
    type: "HELP_SCOUT";
    metadata: HelpScoutConfiguration;
}
/** Fields of the type HTTP without the secrets. */
export type HttpConfiguration = {
    /**
     * Base URL
     * Format: uri
     * @example https://api.example.com
     */
    baseUrl: string;
    /**
     * Test path
     * @default /
     * @example /health
     */
    testPath?: string;
    /**
     * Authentication
     * @default none
     * @enum {string}
     */
    authType: "none" | "basic" | "bearer" | "header";
    /**
     * Username
     * Needed when Authentication is basic, refused otherwise.
     * @example svc
     */
    username?: string;
    /**
     * Header name
     * Needed when Authentication is header, refused otherwise.
     * @example X-Api-Key
     */
    headerName?: string;
};
export interface HttpIntegration extends IntegrationFields {
    type: "HTTP";
    metadata: HttpConfiguration;
}
/** Fields of the type HUBSPOT without the secrets. */
export type HubspotConfiguration = Record<string, never>;
export interface HubspotIntegration extends IntegrationFields {
    type: "HUBSPOT";
    metadata: HubspotConfiguration;
}
/** Fields of the type HUGGING_FACE without the secrets. */
export type HuggingFaceConfiguration = Record<string, never>;
export interface HuggingFaceIntegration extends IntegrationFields {
    type: "HUGGING_FACE";
    metadata: HuggingFaceConfiguration;
}
/** Fields of the type INSIGHTLY without the secrets. */
export type InsightlyConfiguration = {
    /**
     * Pod
     * @example na1
     */
    pod: string;
};
export interface InsightlyIntegration extends IntegrationFields {
    type: "INSIGHTLY";
    metadata: InsightlyConfiguration;
}
/** Fields of the type INTERCOM without the secrets. */
export type IntercomConfiguration = {
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "AU";
};
export interface IntercomIntegration extends IntegrationFields {
    type: "INTERCOM";
    metadata: IntercomConfiguration;
}
/** Fields of the type JIRA without the secrets. */
export type JiraConfiguration = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
};
export interface JiraIntegration extends IntegrationFields {
    type: "JIRA";
    metadata: JiraConfiguration;
}
/** Fields of the type KLAVIYO without the secrets. */
export type KlaviyoConfiguration = Record<string, never>;
export interface KlaviyoIntegration extends IntegrationFields {
    type: "KLAVIYO";
    metadata: KlaviyoConfiguration;
}
/** Fields of the type KUSTOMER without the secrets. */
export type KustomerConfiguration = {
    /**
     * Organization name
     * First label only; the service appends .api.kustomerapp.com.
     * @example acme
     */
    orgName: string;
};
export interface KustomerIntegration extends IntegrationFields {
    type: "KUSTOMER";
    metadata: KustomerConfiguration;
}
/** Fields of the type LINEAR without the secrets. */
export type LinearConfiguration = Record<string, never>;
export interface LinearIntegration extends IntegrationFields {
    type: "LINEAR";
    metadata: LinearConfiguration;
}
/** Fields of the type MICROSOFT_DYNAMICS_365 without the secrets. */
export type MicrosoftDynamics365Configuration = {
    /**
     * Environment URL
     * Format: uri
     * @example https://acme.crm.dynamics.com
     */
    environmentUrl: string;
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
};
export interface MicrosoftDynamics365Integration extends IntegrationFields {
    type: "MICROSOFT_DYNAMICS_365";
    metadata: MicrosoftDynamics365Configuration;
}
/** Fields of the type MICROSOFT_TEAMS without the secrets. */
export type MicrosoftTeamsConfiguration = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
};
export interface MicrosoftTeamsIntegration extends IntegrationFields {
    type: "MICROSOFT_TEAMS";
    metadata: MicrosoftTeamsConfiguration;
}
/** Fields of the type MISTRAL without the secrets. */
export type MistralConfiguration = Record<string, never>;
export interface MistralIntegration extends IntegrationFields {
    type: "MISTRAL";
    metadata: MistralConfiguration;
}
/** Fields of the type MONGODB_ATLAS without the secrets. */
export type MongodbAtlasConfiguration = {
    /**
     * Service account client ID
     * @example mdb_sa_id_000000000000000000000000
     */
    clientId: string;
};
export interface MongodbAtlasIntegration extends IntegrationFields {
    type: "MONGODB_ATLAS";
    metadata: MongodbAtlasConfiguration;
}
/** Fields of the type NICE_CXONE without the secrets. */
export type NiceCxoneConfiguration = {
    /**
     * Access Key ID
     * @example EXAMPLEACCESSKEYID
     */
    accessKeyId: string;
    /**
     * Client ID
     * @example exampleApp@Example
     */
    clientId: string;
    /**
     * API area
     * Only for calls after the test; discoverable from /.well-known/cxone-configuration?tenantId=.
     * @example na1
     */
    area?: string;
};
export interface NiceCxoneIntegration extends IntegrationFields {
    type: "NICE_CXONE";
    metadata: NiceCxoneConfiguration;
}
/** Fields of the type NOTION without the secrets. */
export type NotionConfiguration = Record<string, never>;
export interface NotionIntegration extends IntegrationFields {
    type: "NOTION";
    metadata: NotionConfiguration;
}
/** Fields of the type OKTA without the secrets. */
export type OktaConfiguration = {
    /**
     * Okta domain URL
     * Format: uri
     * @example https://dev-00000000.okta.com
     */
    orgUrl: string;
};
export interface OktaIntegration extends IntegrationFields {
    type: "OKTA";
    metadata: OktaConfiguration;
}
/** Fields of the type OPENAI without the secrets. */
export type OpenaiConfiguration = {
    /**
     * Organization ID
     * @example org-EXAMPLE00
     */
    organizationId?: string;
    /**
     * Project ID
     * @example proj_EXAMPLE00
     */
    projectId?: string;
};
export interface OpenaiIntegration extends IntegrationFields {
    type: "OPENAI";
    metadata: OpenaiConfiguration;
}
/** Fields of the type PAGERDUTY without the secrets. */
export type PagerdutyConfiguration = Record<string, never>;
export interface PagerdutyIntegration extends IntegrationFields {
    type: "PAGERDUTY";
    metadata: PagerdutyConfiguration;
}
/** Fields of the type PINECONE without the secrets. */
export type PineconeConfiguration = Record<string, never>;
export interface PineconeIntegration extends IntegrationFields {
    type: "PINECONE";
    metadata: PineconeConfiguration;
}
/** Fields of the type PIPEDRIVE without the secrets. */
export type PipedriveConfiguration = Record<string, never>;
export interface PipedriveIntegration extends IntegrationFields {
    type: "PIPEDRIVE";
    metadata: PipedriveConfiguration;
}
/** Fields of the type POSTGRESQL without the secrets. */
export type PostgresqlConfiguration = {
    /**
     * Host
     * Format: hostname
     * @example db.example.com
     */
    host: string;
    /**
     * Port
     * A number from 1 to 65535.
     * @default 5432
     */
    port?: string;
    /**
     * Database
     * @example app
     */
    database: string;
    /**
     * Username
     * @example reader
     */
    username: string;
    /**
     * SSL mode
     * @default require
     * @enum {string}
     */
    sslMode?: "require" | "verify-full";
};
export interface PostgresqlIntegration extends IntegrationFields {
    type: "POSTGRESQL";
    metadata: PostgresqlConfiguration;
}
/** Fields of the type REPLICATE without the secrets. */
export type ReplicateConfiguration = Record<string, never>;
export interface ReplicateIntegration extends IntegrationFields {
    type: "REPLICATE";
    metadata: ReplicateConfiguration;
}
/** Fields of the type RETELL_AI without the secrets. */
export type RetellAiConfiguration = Record<string, never>;
export interface RetellAiIntegration extends IntegrationFields {
    type: "RETELL_AI";
    metadata: RetellAiConfiguration;
}
/** Fields of the type RINGCENTRAL without the secrets. */
export type RingcentralConfiguration = {
    /**
     * Client ID
     * @example exampleClientId0000000
     */
    clientId: string;
    /**
     * Server URL
     * @default https://platform.ringcentral.com
     * @enum {string}
     */
    serverUrl: "https://platform.ringcentral.com" | "https://platform.devtest.ringcentral.com";
};
export interface RingcentralIntegration extends IntegrationFields {
    type: "RINGCENTRAL";
    metadata: RingcentralConfiguration;
}
/** Fields of the type SALESFORCE without the secrets. */
export type SalesforceConfiguration = {
    /**
     * Instance URL
     * Format: uri
     * My Domain URL, not *.lightning.force.com.
     * @example https://acme.my.salesforce.com
     */
    instanceUrl: string;
    /**
     * Consumer Key
     * @example 3MVG9EXAMPLEEXAMPLEEXAMPLE
     */
    consumerKey: string;
    /**
     * Authentication
     * Without a user, the instance URL has to be a My Domain URL.
     * @default password
     * @enum {string}
     */
    authMode?: "password" | "client_credentials";
    /**
     * Username
     * Needed when Authentication is password, refused otherwise.
     * @example integration@example.com
     */
    username?: string;
};
export interface SalesforceIntegration extends IntegrationFields {
    type: "SALESFORCE";
    metadata: SalesforceConfiguration;
}
/** Fields of the type SALESLOFT without the secrets. */
export type SalesloftConfiguration = Record<string, never>;
export interface SalesloftIntegration extends IntegrationFields {
    type: "SALESLOFT";
    metadata: SalesloftConfiguration;
}
/** Fields of the type SENDGRID without the secrets. */
export type SendgridConfiguration = Record<string, never>;
export interface SendgridIntegration extends IntegrationFields {
    type: "SENDGRID";
    metadata: SendgridConfiguration;
}
/** Fields of the type SERVICENOW without the secrets. */
export type ServicenowConfiguration = {
    /**
     * Instance URL
     * Format: uri
     * @example https://dev00000.service-now.com
     */
    instanceUrl: string;
    /**
     * Username
     * @example integration.user
     */
    username: string;
};
export interface ServicenowIntegration extends IntegrationFields {
    type: "SERVICENOW";
    metadata: ServicenowConfiguration;
}
/** Fields of the type SHAREPOINT without the secrets. */
export type SharepointConfiguration = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
};
export interface SharepointIntegration extends IntegrationFields {
    type: "SHAREPOINT";
    metadata: SharepointConfiguration;
}
/** Fields of the type SHOPIFY without the secrets. */
export type ShopifyConfiguration = {
    /**
     * Shop
     * First label only; the service appends .myshopify.com.
     * @example acme
     */
    shop: string;
    /**
     * Authentication
     * An access token for apps made in the Shopify admin until 2025, else those of the Dev Dashboard.
     * @default access_token
     * @enum {string}
     */
    authMode?: "access_token" | "client_credentials";
    /**
     * Client ID
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId?: string;
};
export interface ShopifyIntegration extends IntegrationFields {
    type: "SHOPIFY";
    metadata: ShopifyConfiguration;
}
/** Fields of the type SLACK without the secrets. */
export type SlackConfiguration = Record<string, never>;
export interface SlackIntegration extends IntegrationFields {
    type: "SLACK";
    metadata: SlackConfiguration;
}
/** Fields of the type SNOWFLAKE without the secrets. */
export type SnowflakeConfiguration = {
    /**
     * Account identifier
     * Organization and account name, underscores written as hyphens.
     * @example myorg-myaccount
     */
    accountIdentifier: string;
    /**
     * Role
     * @example ANALYST
     */
    role?: string;
    /**
     * Warehouse
     * @example COMPUTE_WH
     */
    warehouse?: string;
};
export interface SnowflakeIntegration extends IntegrationFields {
    type: "SNOWFLAKE";
    metadata: SnowflakeConfiguration;
}
/** Fields of the type STRIPE without the secrets. */
export type StripeConfiguration = Record<string, never>;
export interface StripeIntegration extends IntegrationFields {
    type: "STRIPE";
    metadata: StripeConfiguration;
}
/** Fields of the type TALKDESK without the secrets. */
export type TalkdeskConfiguration = {
    /**
     * Account name
     * First label only; the service appends .talkdeskid.com.
     * @example acme
     */
    accountName: string;
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "CA" | "AU";
    /**
     * Client ID
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId: string;
};
export interface TalkdeskIntegration extends IntegrationFields {
    type: "TALKDESK";
    metadata: TalkdeskConfiguration;
}
/** Fields of the type TWILIO without the secrets. */
export type TwilioConfiguration = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
};
export interface TwilioIntegration extends IntegrationFields {
    type: "TWILIO";
    metadata: TwilioConfiguration;
}
/** Fields of the type TWILIO_FLEX without the secrets. */
export type TwilioFlexConfiguration = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
};
export interface TwilioFlexIntegration extends IntegrationFields {
    type: "TWILIO_FLEX";
    metadata: TwilioFlexConfiguration;
}
/** Fields of the type VAPI without the secrets. */
export type VapiConfiguration = Record<string, never>;
export interface VapiIntegration extends IntegrationFields {
    type: "VAPI";
    metadata: VapiConfiguration;
}
/** Fields of the type VONAGE without the secrets. */
export type VonageConfiguration = {
    /**
     * API Key
     * @example abcd1234
     */
    apiKey: string;
};
export interface VonageIntegration extends IntegrationFields {
    type: "VONAGE";
    metadata: VonageConfiguration;
}
/** Fields of the type WEBHOOK without the secrets. */
export type WebhookConfiguration = {
    /**
     * URL
     * Format: uri
     * A host name with non-ASCII letters goes in its xn-- form.
     * @example https://hooks.example.com/work
     */
    url: string;
};
export interface WebhookIntegration extends IntegrationFields {
    type: "WEBHOOK";
    metadata: WebhookConfiguration;
}
/** Fields of the type XAI without the secrets. */
export type XaiConfiguration = Record<string, never>;
export interface XaiIntegration extends IntegrationFields {
    type: "XAI";
    metadata: XaiConfiguration;
}
/** Fields of the type ZENDESK without the secrets. */
export type ZendeskConfiguration = {
    /**
     * Subdomain
     * First label only; the service appends .zendesk.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Authentication
     * API tokens end on 30 April 2027; a client ID and secret are those of a confidential OAuth client.
     * @default api_token
     * @enum {string}
     */
    authMode?: "api_token" | "client_credentials";
    /**
     * Email
     * Format: email
     * Needed when Authentication is api_token, refused otherwise.
     * @example agent@example.com
     */
    email?: string;
    /**
     * Client Identifier
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example instance_administration
     */
    clientId?: string;
};
export interface ZendeskIntegration extends IntegrationFields {
    type: "ZENDESK";
    metadata: ZendeskConfiguration;
}
/** Fields of the type ZOHO_CRM without the secrets. */
export type ZohoCrmConfiguration = {
    /**
     * Data center
     * @default com
     * @enum {string}
     */
    dataCenter: "com" | "eu" | "in" | "com.au" | "com.cn" | "jp";
    /**
     * Client ID
     * @example 1000.EXAMPLEEXAMPLEEXAMPLE
     */
    clientId: string;
};
export interface ZohoCrmIntegration extends IntegrationFields {
    type: "ZOHO_CRM";
    metadata: ZohoCrmConfiguration;
}
/**
 * The fields of the integration type without the secrets.
 * @example {
 *       "instanceId": "11111111-2222-3333-4444-555555555555",
 *       "region": "us-east-1"
 *     }
 */
export type IntegrationMetadata = {
    [key: string]: string;
};
/** A connection to an external system. `type` decides which fields `metadata` has. */
export type Integration = ActiveCampaignIntegration | AircallIntegration | AirtableIntegration | AmazonConnectIntegration | AnthropicIntegration | ApolloIntegration | AsanaIntegration | AssemblyaiIntegration | AttioIntegration | AwsBedrockIntegration | AwsS3Integration | AzureOpenaiIntegration | BoxIntegration | CapsuleCrmIntegration | CloseIntegration | CohereIntegration | ConfluenceIntegration | CopperIntegration | DatabricksIntegration | DeepgramIntegration | DialpadIntegration | DixaIntegration | DropboxIntegration | ElasticsearchIntegration | ElevenlabsIntegration | Five9Integration | FreshdeskIntegration | FreshsalesIntegration | FrontIntegration | GenesysCloudIntegration | GithubIntegration | GitlabIntegration | GongIntegration | GoogleBigqueryIntegration | GoogleDialogflowCxIntegration | GoogleDriveIntegration | GoogleGeminiIntegration | GorgiasIntegration | GroqIntegration | GuruIntegration | HelpScoutIntegration | HttpIntegration | HubspotIntegration | HuggingFaceIntegration | InsightlyIntegration | IntercomIntegration | JiraIntegration | KlaviyoIntegration | KustomerIntegration | LinearIntegration | MicrosoftDynamics365Integration | MicrosoftTeamsIntegration | MistralIntegration | MongodbAtlasIntegration | NiceCxoneIntegration | NotionIntegration | OktaIntegration | OpenaiIntegration | PagerdutyIntegration | PineconeIntegration | PipedriveIntegration | PostgresqlIntegration | ReplicateIntegration | RetellAiIntegration | RingcentralIntegration | SalesforceIntegration | SalesloftIntegration | SendgridIntegration | ServicenowIntegration | SharepointIntegration | ShopifyIntegration | SlackIntegration | SnowflakeIntegration | StripeIntegration | TalkdeskIntegration | TwilioIntegration | TwilioFlexIntegration | VapiIntegration | VonageIntegration | WebhookIntegration | XaiIntegration | ZendeskIntegration | ZohoCrmIntegration;
/** A page of integrations. */
export type IntegrationPage = {
    /** The integrations. */
    content: Integration[];
    page: PageInfo;
};
/** Fields of the type ACTIVE_CAMPAIGN. An empty text counts as left out, as forms send it. */
export type ActiveCampaignMetadata = {
    /**
     * API URL
     * Format: uri
     * @example https://acme.activehosted.com
     */
    apiUrl: string;
    /** API Key */
    apiKey: string;
};
export interface ActiveCampaignIntegrationInput extends IntegrationInputFields {
    type: "ACTIVE_CAMPAIGN";
    metadata: ActiveCampaignMetadata;
}
/** Fields of the type AIRCALL. An empty text counts as left out, as forms send it. */
export type AircallMetadata = {
    /**
     * API ID
     * @example 00000000000000000000000000000000
     */
    apiId: string;
    /** API Token */
    apiToken: string;
};
export interface AircallIntegrationInput extends IntegrationInputFields {
    type: "AIRCALL";
    metadata: AircallMetadata;
}
/** Fields of the type AIRTABLE. An empty text counts as left out, as forms send it. */
export type AirtableMetadata = {
    /** Personal Access Token */
    accessToken: string;
};
export interface AirtableIntegrationInput extends IntegrationInputFields {
    type: "AIRTABLE";
    metadata: AirtableMetadata;
}
/** Fields of the type AMAZON_CONNECT. An empty text counts as left out, as forms send it. */
export type AmazonConnectMetadata = {
    /**
     * Instance ID
     * Last part of the instance ARN.
     * @example 11111111-2222-3333-4444-555555555555
     */
    instanceId: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string;
};
export interface AmazonConnectIntegrationInput extends IntegrationInputFields {
    type: "AMAZON_CONNECT";
    metadata: AmazonConnectMetadata;
}
/** Fields of the type ANTHROPIC. An empty text counts as left out, as forms send it. */
export type AnthropicMetadata = {
    /**
     * API Key
     * Starts with sk-ant-.
     */
    apiKey: string;
    /**
     * API Version
     * @default 2023-06-01
     */
    apiVersion?: string;
};
export interface AnthropicIntegrationInput extends IntegrationInputFields {
    type: "ANTHROPIC";
    metadata: AnthropicMetadata;
}
/** Fields of the type APOLLO. An empty text counts as left out, as forms send it. */
export type ApolloMetadata = {
    /** API Key */
    apiKey: string;
};
export interface ApolloIntegrationInput extends IntegrationInputFields {
    type: "APOLLO";
    metadata: ApolloMetadata;
}
/** Fields of the type ASANA. An empty text counts as left out, as forms send it. */
export type AsanaMetadata = {
    /** Personal Access Token */
    accessToken: string;
};
export interface AsanaIntegrationInput extends IntegrationInputFields {
    type: "ASANA";
    metadata: AsanaMetadata;
}
/** Fields of the type ASSEMBLYAI. An empty text counts as left out, as forms send it. */
export type AssemblyaiMetadata = {
    /** API Key */
    apiKey: string;
};
export interface AssemblyaiIntegrationInput extends IntegrationInputFields {
    type: "ASSEMBLYAI";
    metadata: AssemblyaiMetadata;
}
/** Fields of the type ATTIO. An empty text counts as left out, as forms send it. */
export type AttioMetadata = {
    /** API Key */
    apiKey: string;
};
export interface AttioIntegrationInput extends IntegrationInputFields {
    type: "ATTIO";
    metadata: AttioMetadata;
}
/** Fields of the type AWS_BEDROCK. An empty text counts as left out, as forms send it. */
export type AwsBedrockMetadata = {
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string;
};
export interface AwsBedrockIntegrationInput extends IntegrationInputFields {
    type: "AWS_BEDROCK";
    metadata: AwsBedrockMetadata;
}
/** Fields of the type AWS_S3. An empty text counts as left out, as forms send it. */
export type AwsS3Metadata = {
    /**
     * Bucket
     * @example acme-documents
     */
    bucket: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string;
};
export interface AwsS3IntegrationInput extends IntegrationInputFields {
    type: "AWS_S3";
    metadata: AwsS3Metadata;
}
/** Fields of the type AZURE_OPENAI. An empty text counts as left out, as forms send it. */
export type AzureOpenaiMetadata = {
    /**
     * Endpoint
     * Format: uri
     * @example https://acme.openai.azure.com
     */
    endpoint: string;
    /** API Key */
    apiKey: string;
    /**
     * API Version
     * @default 2024-10-21
     */
    apiVersion?: string;
};
export interface AzureOpenaiIntegrationInput extends IntegrationInputFields {
    type: "AZURE_OPENAI";
    metadata: AzureOpenaiMetadata;
}
/** Fields of the type BOX. An empty text counts as left out, as forms send it. */
export type BoxMetadata = {
    /**
     * Client ID
     * @example 00000000000000000000000000000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
    /**
     * Enterprise ID
     * @example 123456
     */
    enterpriseId: string;
};
export interface BoxIntegrationInput extends IntegrationInputFields {
    type: "BOX";
    metadata: BoxMetadata;
}
/** Fields of the type CAPSULE_CRM. An empty text counts as left out, as forms send it. */
export type CapsuleCrmMetadata = {
    /** API Token */
    apiToken: string;
};
export interface CapsuleCrmIntegrationInput extends IntegrationInputFields {
    type: "CAPSULE_CRM";
    metadata: CapsuleCrmMetadata;
}
/** Fields of the type CLOSE. An empty text counts as left out, as forms send it. */
export type CloseMetadata = {
    /**
     * API Key
     * Starts with api_.
     */
    apiKey: string;
};
export interface CloseIntegrationInput extends IntegrationInputFields {
    type: "CLOSE";
    metadata: CloseMetadata;
}
/** Fields of the type COHERE. An empty text counts as left out, as forms send it. */
export type CohereMetadata = {
    /** API Key */
    apiKey: string;
};
export interface CohereIntegrationInput extends IntegrationInputFields {
    type: "COHERE";
    metadata: CohereMetadata;
}
/** Fields of the type CONFLUENCE. An empty text counts as left out, as forms send it. */
export type ConfluenceMetadata = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
    /** API Token */
    apiToken: string;
};
export interface ConfluenceIntegrationInput extends IntegrationInputFields {
    type: "CONFLUENCE";
    metadata: ConfluenceMetadata;
}
/** Fields of the type COPPER. An empty text counts as left out, as forms send it. */
export type CopperMetadata = {
    /** API Key */
    apiKey: string;
    /**
     * User Email
     * Format: email
     * @example user@example.com
     */
    userEmail: string;
};
export interface CopperIntegrationInput extends IntegrationInputFields {
    type: "COPPER";
    metadata: CopperMetadata;
}
/** Fields of the type DATABRICKS. An empty text counts as left out, as forms send it. */
export type DatabricksMetadata = {
    /**
     * Workspace URL
     * Format: uri
     * @example https://dbc-a1b2345c-d6e7.cloud.databricks.com
     */
    workspaceUrl: string;
    /**
     * Personal Access Token
     * Starts with dapi.
     */
    accessToken: string;
};
export interface DatabricksIntegrationInput extends IntegrationInputFields {
    type: "DATABRICKS";
    metadata: DatabricksMetadata;
}
/** Fields of the type DEEPGRAM. An empty text counts as left out, as forms send it. */
export type DeepgramMetadata = {
    /** API Key */
    apiKey: string;
};
export interface DeepgramIntegrationInput extends IntegrationInputFields {
    type: "DEEPGRAM";
    metadata: DeepgramMetadata;
}
/** Fields of the type DIALPAD. An empty text counts as left out, as forms send it. */
export type DialpadMetadata = {
    /** API Key */
    apiKey: string;
    /**
     * Environment
     * @default production
     * @enum {string}
     */
    environment?: "production" | "sandbox" | "";
};
export interface DialpadIntegrationInput extends IntegrationInputFields {
    type: "DIALPAD";
    metadata: DialpadMetadata;
}
/** Fields of the type DIXA. An empty text counts as left out, as forms send it. */
export type DixaMetadata = {
    /** API Token */
    apiKey: string;
};
export interface DixaIntegrationInput extends IntegrationInputFields {
    type: "DIXA";
    metadata: DixaMetadata;
}
/** Fields of the type DROPBOX. An empty text counts as left out, as forms send it. */
export type DropboxMetadata = {
    /**
     * App key
     * @example exampleappkey00
     */
    appKey: string;
    /** App secret */
    appSecret: string;
    /** Refresh token */
    refreshToken: string;
};
export interface DropboxIntegrationInput extends IntegrationInputFields {
    type: "DROPBOX";
    metadata: DropboxMetadata;
}
/** Fields of the type ELASTICSEARCH. An empty text counts as left out, as forms send it. */
export type ElasticsearchMetadata = {
    /**
     * Cluster URL
     * Format: uri
     * @example https://acme.es.us-east-1.aws.elastic.cloud
     */
    url: string;
    /** API Key (encoded) */
    apiKey: string;
};
export interface ElasticsearchIntegrationInput extends IntegrationInputFields {
    type: "ELASTICSEARCH";
    metadata: ElasticsearchMetadata;
}
/** Fields of the type ELEVENLABS. An empty text counts as left out, as forms send it. */
export type ElevenlabsMetadata = {
    /**
     * API Key
     * Starts with sk_.
     */
    apiKey: string;
};
export interface ElevenlabsIntegrationInput extends IntegrationInputFields {
    type: "ELEVENLABS";
    metadata: ElevenlabsMetadata;
}
/** Fields of the type FIVE9. An empty text counts as left out, as forms send it. */
export type Five9Metadata = {
    /**
     * Username
     * @example admin@example.com
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password: string;
    /**
     * Data center
     * @default US
     * @enum {string}
     */
    dataCenter: "US" | "EU" | "CA";
};
export interface Five9IntegrationInput extends IntegrationInputFields {
    type: "FIVE9";
    metadata: Five9Metadata;
}
/** Fields of the type FRESHDESK. An empty text counts as left out, as forms send it. */
export type FreshdeskMetadata = {
    /**
     * Subdomain
     * First label only; the service appends .freshdesk.com.
     * @example acme
     */
    subdomain: string;
    /** API Key */
    apiKey: string;
};
export interface FreshdeskIntegrationInput extends IntegrationInputFields {
    type: "FRESHDESK";
    metadata: FreshdeskMetadata;
}
/** Fields of the type FRESHSALES. An empty text counts as left out, as forms send it. */
export type FreshsalesMetadata = {
    /**
     * Bundle alias
     * First label only; the service appends .myfreshworks.com.
     * @example acme
     */
    bundleAlias: string;
    /** API Key */
    apiKey: string;
};
export interface FreshsalesIntegrationInput extends IntegrationInputFields {
    type: "FRESHSALES";
    metadata: FreshsalesMetadata;
}
/** Fields of the type FRONT. An empty text counts as left out, as forms send it. */
export type FrontMetadata = {
    /** API Token */
    apiToken: string;
};
export interface FrontIntegrationInput extends IntegrationInputFields {
    type: "FRONT";
    metadata: FrontMetadata;
}
/** Fields of the type GENESYS_CLOUD. An empty text counts as left out, as forms send it. */
export type GenesysCloudMetadata = {
    /**
     * Region
     * @example us-east-1
     * @enum {string}
     */
    region: "us-east-1" | "us-east-2" | "us-west-2" | "ca-central-1" | "sa-east-1" | "eu-west-1" | "eu-west-2" | "eu-central-1" | "eu-central-2" | "me-central-1" | "ap-south-1" | "ap-northeast-1" | "ap-northeast-2" | "ap-northeast-3" | "ap-southeast-1" | "ap-southeast-2";
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
};
export interface GenesysCloudIntegrationInput extends IntegrationInputFields {
    type: "GENESYS_CLOUD";
    metadata: GenesysCloudMetadata;
}
/** Fields of the type GITHUB. An empty text counts as left out, as forms send it. */
export type GithubMetadata = {
    /** Personal Access Token */
    accessToken: string;
};
export interface GithubIntegrationInput extends IntegrationInputFields {
    type: "GITHUB";
    metadata: GithubMetadata;
}
/** Fields of the type GITLAB. An empty text counts as left out, as forms send it. */
export type GitlabMetadata = {
    /**
     * Base URL
     * @default https://gitlab.com
     * @example https://gitlab.com
     */
    baseUrl?: string;
    /**
     * Access Token
     * Starts with glpat-.
     */
    accessToken: string;
};
export interface GitlabIntegrationInput extends IntegrationInputFields {
    type: "GITLAB";
    metadata: GitlabMetadata;
}
/** Fields of the type GONG. An empty text counts as left out, as forms send it. */
export type GongMetadata = {
    /**
     * Access Key
     * @example EXAMPLEACCESSKEY
     */
    accessKey: string;
    /** Access Key Secret */
    accessKeySecret: string;
    /**
     * API base URL
     * @default https://api.gong.io
     * @example https://us-00000.api.gong.io
     */
    baseUrl?: string;
};
export interface GongIntegrationInput extends IntegrationInputFields {
    type: "GONG";
    metadata: GongMetadata;
}
/** Fields of the type GOOGLE_BIGQUERY. An empty text counts as left out, as forms send it. */
export type GoogleBigqueryMetadata = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey: string;
};
export interface GoogleBigqueryIntegrationInput extends IntegrationInputFields {
    type: "GOOGLE_BIGQUERY";
    metadata: GoogleBigqueryMetadata;
}
/** Fields of the type GOOGLE_DIALOGFLOW_CX. An empty text counts as left out, as forms send it. */
export type GoogleDialogflowCxMetadata = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Location
     * @example us-central1
     */
    location: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey: string;
};
export interface GoogleDialogflowCxIntegrationInput extends IntegrationInputFields {
    type: "GOOGLE_DIALOGFLOW_CX";
    metadata: GoogleDialogflowCxMetadata;
}
/** Fields of the type GOOGLE_DRIVE. An empty text counts as left out, as forms send it. */
export type GoogleDriveMetadata = {
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey: string;
    /**
     * Delegated User Email
     * Domain-wide delegation subject (JWT sub).
     * @example user@example.com
     */
    delegatedUserEmail?: string;
};
export interface GoogleDriveIntegrationInput extends IntegrationInputFields {
    type: "GOOGLE_DRIVE";
    metadata: GoogleDriveMetadata;
}
/** Fields of the type GOOGLE_GEMINI. An empty text counts as left out, as forms send it. */
export type GoogleGeminiMetadata = {
    /**
     * API Key
     * An auth key; standard keys (AIza...) are refused since September 2026.
     */
    apiKey: string;
};
export interface GoogleGeminiIntegrationInput extends IntegrationInputFields {
    type: "GOOGLE_GEMINI";
    metadata: GoogleGeminiMetadata;
}
/** Fields of the type GORGIAS. An empty text counts as left out, as forms send it. */
export type GorgiasMetadata = {
    /**
     * Subdomain
     * First label only; the service appends .gorgias.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example agent@example.com
     */
    email: string;
    /** API Key */
    apiKey: string;
};
export interface GorgiasIntegrationInput extends IntegrationInputFields {
    type: "GORGIAS";
    metadata: GorgiasMetadata;
}
/** Fields of the type GROQ. An empty text counts as left out, as forms send it. */
export type GroqMetadata = {
    /**
     * API Key
     * Starts with gsk_.
     */
    apiKey: string;
};
export interface GroqIntegrationInput extends IntegrationInputFields {
    type: "GROQ";
    metadata: GroqMetadata;
}
/** Fields of the type GURU. An empty text counts as left out, as forms send it. */
export type GuruMetadata = {
    /**
     * User or collection ID
     * @example user@example.com
     */
    username: string;
    /** API Token */
    apiToken: string;
};
export interface GuruIntegrationInput extends IntegrationInputFields {
    type: "GURU";
    metadata: GuruMetadata;
}
/** Fields of the type HELP_SCOUT. An empty text counts as left out, as forms send it. */
export type HelpScoutMetadata = {
    /**
     * App ID
     * @example exampleappid0000
     */
    appId: string;
    /** App Secret */
    appSecret: string;
};
export interface HelpScoutIntegrationInput extends IntegrationInputFields {
    type: "HELP_SCOUT";
    metadata: HelpScoutMetadata;
}
/** Fields of the type HTTP. An empty text counts as left out, as forms send it. */
export type HttpMetadata = {
    /**
     * Base URL
     * Format: uri
     * @example https://api.example.com
     */
    baseUrl: string;
    /**
     * Test path
     * @default /
     * @example /health
     */
    testPath?: string;
    /**
     * Authentication
     * @default none
     * @enum {string}
     */
    authType: "none" | "basic" | "bearer" | "header";
    /**
     * Username
     * Needed when Authentication is basic, refused otherwise.
     * @example svc
     */
    username?: string;
    /**
     * Password
     * Format: password
     * Needed when Authentication is basic, refused otherwise.
     */
    password?: string;
    /**
     * Bearer token
     * Needed when Authentication is bearer, refused otherwise.
     */
    token?: string;
    /**
     * Header name
     * Needed when Authentication is header, refused otherwise.
     * @example X-Api-Key
     */
    headerName?: string;
    /**
     * Header value
     * Needed when Authentication is header, refused otherwise.
     */
    headerValue?: string;
};
export interface HttpIntegrationInput extends IntegrationInputFields {
    type: "HTTP";
    metadata: HttpMetadata;
}
/** Fields of the type HUBSPOT. An empty text counts as left out, as forms send it. */
export type HubspotMetadata = {
    /**
     * Private App Access Token
     * Starts with pat-na1- or pat-eu1-.
     */
    accessToken: string;
};
export interface HubspotIntegrationInput extends IntegrationInputFields {
    type: "HUBSPOT";
    metadata: HubspotMetadata;
}
/** Fields of the type HUGGING_FACE. An empty text counts as left out, as forms send it. */
export type HuggingFaceMetadata = {
    /**
     * Access Token
     * Starts with hf_.
     */
    accessToken: string;
};
export interface HuggingFaceIntegrationInput extends IntegrationInputFields {
    type: "HUGGING_FACE";
    metadata: HuggingFaceMetadata;
}
/** Fields of the type INSIGHTLY. An empty text counts as left out, as forms send it. */
export type InsightlyMetadata = {
    /**
     * Pod
     * @example na1
     */
    pod: string;
    /** API Key */
    apiKey: string;
};
export interface InsightlyIntegrationInput extends IntegrationInputFields {
    type: "INSIGHTLY";
    metadata: InsightlyMetadata;
}
/** Fields of the type INTERCOM. An empty text counts as left out, as forms send it. */
export type IntercomMetadata = {
    /** Access Token */
    accessToken: string;
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "AU";
};
export interface IntercomIntegrationInput extends IntegrationInputFields {
    type: "INTERCOM";
    metadata: IntercomMetadata;
}
/** Fields of the type JIRA. An empty text counts as left out, as forms send it. */
export type JiraMetadata = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
    /** API Token */
    apiToken: string;
};
export interface JiraIntegrationInput extends IntegrationInputFields {
    type: "JIRA";
    metadata: JiraMetadata;
}
/** Fields of the type KLAVIYO. An empty text counts as left out, as forms send it. */
export type KlaviyoMetadata = {
    /**
     * Private API Key
     * Starts with pk_.
     */
    apiKey: string;
};
export interface KlaviyoIntegrationInput extends IntegrationInputFields {
    type: "KLAVIYO";
    metadata: KlaviyoMetadata;
}
/** Fields of the type KUSTOMER. An empty text counts as left out, as forms send it. */
export type KustomerMetadata = {
    /**
     * Organization name
     * First label only; the service appends .api.kustomerapp.com.
     * @example acme
     */
    orgName: string;
    /** API Key */
    apiKey: string;
};
export interface KustomerIntegrationInput extends IntegrationInputFields {
    type: "KUSTOMER";
    metadata: KustomerMetadata;
}
/** Fields of the type LINEAR. An empty text counts as left out, as forms send it. */
export type LinearMetadata = {
    /**
     * API Key
     * Starts with lin_api_.
     */
    apiKey: string;
};
export interface LinearIntegrationInput extends IntegrationInputFields {
    type: "LINEAR";
    metadata: LinearMetadata;
}
/** Fields of the type MICROSOFT_DYNAMICS_365. An empty text counts as left out, as forms send it. */
export type MicrosoftDynamics365Metadata = {
    /**
     * Environment URL
     * Format: uri
     * @example https://acme.crm.dynamics.com
     */
    environmentUrl: string;
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret: string;
};
export interface MicrosoftDynamics365IntegrationInput extends IntegrationInputFields {
    type: "MICROSOFT_DYNAMICS_365";
    metadata: MicrosoftDynamics365Metadata;
}
/** Fields of the type MICROSOFT_TEAMS. An empty text counts as left out, as forms send it. */
export type MicrosoftTeamsMetadata = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret: string;
};
export interface MicrosoftTeamsIntegrationInput extends IntegrationInputFields {
    type: "MICROSOFT_TEAMS";
    metadata: MicrosoftTeamsMetadata;
}
/** Fields of the type MISTRAL. An empty text counts as left out, as forms send it. */
export type MistralMetadata = {
    /** API Key */
    apiKey: string;
};
export interface MistralIntegrationInput extends IntegrationInputFields {
    type: "MISTRAL";
    metadata: MistralMetadata;
}
/** Fields of the type MONGODB_ATLAS. An empty text counts as left out, as forms send it. */
export type MongodbAtlasMetadata = {
    /**
     * Service account client ID
     * @example mdb_sa_id_000000000000000000000000
     */
    clientId: string;
    /**
     * Service account client secret
     * Starts with mdb_sa_sk_.
     */
    clientSecret: string;
};
export interface MongodbAtlasIntegrationInput extends IntegrationInputFields {
    type: "MONGODB_ATLAS";
    metadata: MongodbAtlasMetadata;
}
/** Fields of the type NICE_CXONE. An empty text counts as left out, as forms send it. */
export type NiceCxoneMetadata = {
    /**
     * Access Key ID
     * @example EXAMPLEACCESSKEYID
     */
    accessKeyId: string;
    /** Access Key Secret */
    accessKeySecret: string;
    /**
     * Client ID
     * @example exampleApp@Example
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
    /**
     * API area
     * Only for calls after the test; discoverable from /.well-known/cxone-configuration?tenantId=.
     * @example na1
     */
    area?: string;
};
export interface NiceCxoneIntegrationInput extends IntegrationInputFields {
    type: "NICE_CXONE";
    metadata: NiceCxoneMetadata;
}
/** Fields of the type NOTION. An empty text counts as left out, as forms send it. */
export type NotionMetadata = {
    /**
     * Internal Integration Secret
     * Starts with secret_ or ntn_.
     */
    apiKey: string;
};
export interface NotionIntegrationInput extends IntegrationInputFields {
    type: "NOTION";
    metadata: NotionMetadata;
}
/** Fields of the type OKTA. An empty text counts as left out, as forms send it. */
export type OktaMetadata = {
    /**
     * Okta domain URL
     * Format: uri
     * @example https://dev-00000000.okta.com
     */
    orgUrl: string;
    /** API Token */
    apiToken: string;
};
export interface OktaIntegrationInput extends IntegrationInputFields {
    type: "OKTA";
    metadata: OktaMetadata;
}
/** Fields of the type OPENAI. An empty text counts as left out, as forms send it. */
export type OpenaiMetadata = {
    /**
     * API Key
     * Starts with sk-.
     */
    apiKey: string;
    /**
     * Organization ID
     * @example org-EXAMPLE00
     */
    organizationId?: string;
    /**
     * Project ID
     * @example proj_EXAMPLE00
     */
    projectId?: string;
};
export interface OpenaiIntegrationInput extends IntegrationInputFields {
    type: "OPENAI";
    metadata: OpenaiMetadata;
}
/** Fields of the type PAGERDUTY. An empty text counts as left out, as forms send it. */
export type PagerdutyMetadata = {
    /** REST API Key */
    apiKey: string;
};
export interface PagerdutyIntegrationInput extends IntegrationInputFields {
    type: "PAGERDUTY";
    metadata: PagerdutyMetadata;
}
/** Fields of the type PINECONE. An empty text counts as left out, as forms send it. */
export type PineconeMetadata = {
    /**
     * API Key
     * Starts with pcsk_.
     */
    apiKey: string;
};
export interface PineconeIntegrationInput extends IntegrationInputFields {
    type: "PINECONE";
    metadata: PineconeMetadata;
}
/** Fields of the type PIPEDRIVE. An empty text counts as left out, as forms send it. */
export type PipedriveMetadata = {
    /** API Token */
    apiToken: string;
};
export interface PipedriveIntegrationInput extends IntegrationInputFields {
    type: "PIPEDRIVE";
    metadata: PipedriveMetadata;
}
/** Fields of the type POSTGRESQL. An empty text counts as left out, as forms send it. */
export type PostgresqlMetadata = {
    /**
     * Host
     * Format: hostname
     * @example db.example.com
     */
    host: string;
    /**
     * Port
     * A number from 1 to 65535.
     * @default 5432
     */
    port?: string;
    /**
     * Database
     * @example app
     */
    database: string;
    /**
     * Username
     * @example reader
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password: string;
    /**
     * SSL mode
     * @default require
     * @enum {string}
     */
    sslMode?: "require" | "verify-full" | "";
};
export interface PostgresqlIntegrationInput extends IntegrationInputFields {
    type: "POSTGRESQL";
    metadata: PostgresqlMetadata;
}
/** Fields of the type REPLICATE. An empty text counts as left out, as forms send it. */
export type ReplicateMetadata = {
    /**
     * API Token
     * Starts with r8_.
     */
    apiToken: string;
};
export interface ReplicateIntegrationInput extends IntegrationInputFields {
    type: "REPLICATE";
    metadata: ReplicateMetadata;
}
/** Fields of the type RETELL_AI. An empty text counts as left out, as forms send it. */
export type RetellAiMetadata = {
    /** API Key */
    apiKey: string;
};
export interface RetellAiIntegrationInput extends IntegrationInputFields {
    type: "RETELL_AI";
    metadata: RetellAiMetadata;
}
/** Fields of the type RINGCENTRAL. An empty text counts as left out, as forms send it. */
export type RingcentralMetadata = {
    /**
     * Client ID
     * @example exampleClientId0000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
    /** JWT credential */
    jwt: string;
    /**
     * Server URL
     * @default https://platform.ringcentral.com
     * @enum {string}
     */
    serverUrl: "https://platform.ringcentral.com" | "https://platform.devtest.ringcentral.com";
};
export interface RingcentralIntegrationInput extends IntegrationInputFields {
    type: "RINGCENTRAL";
    metadata: RingcentralMetadata;
}
/** Fields of the type SALESFORCE. An empty text counts as left out, as forms send it. */
export type SalesforceMetadata = {
    /**
     * Instance URL
     * Format: uri
     * My Domain URL, not *.lightning.force.com.
     * @example https://acme.my.salesforce.com
     */
    instanceUrl: string;
    /**
     * Consumer Key
     * @example 3MVG9EXAMPLEEXAMPLEEXAMPLE
     */
    consumerKey: string;
    /** Consumer Secret */
    consumerSecret: string;
    /**
     * Authentication
     * Without a user, the instance URL has to be a My Domain URL.
     * @default password
     * @enum {string}
     */
    authMode?: "password" | "client_credentials" | "";
    /**
     * Username
     * Needed when Authentication is password, refused otherwise.
     * @example integration@example.com
     */
    username?: string;
    /**
     * Password + Security Token
     * Format: password
     * Password immediately followed by the security token, no separator. Needed when Authentication is password, refused otherwise.
     */
    password?: string;
};
export interface SalesforceIntegrationInput extends IntegrationInputFields {
    type: "SALESFORCE";
    metadata: SalesforceMetadata;
}
/** Fields of the type SALESLOFT. An empty text counts as left out, as forms send it. */
export type SalesloftMetadata = {
    /** API Key */
    apiKey: string;
};
export interface SalesloftIntegrationInput extends IntegrationInputFields {
    type: "SALESLOFT";
    metadata: SalesloftMetadata;
}
/** Fields of the type SENDGRID. An empty text counts as left out, as forms send it. */
export type SendgridMetadata = {
    /** API Key */
    apiKey: string;
};
export interface SendgridIntegrationInput extends IntegrationInputFields {
    type: "SENDGRID";
    metadata: SendgridMetadata;
}
/** Fields of the type SERVICENOW. An empty text counts as left out, as forms send it. */
export type ServicenowMetadata = {
    /**
     * Instance URL
     * Format: uri
     * @example https://dev00000.service-now.com
     */
    instanceUrl: string;
    /**
     * Username
     * @example integration.user
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password: string;
};
export interface ServicenowIntegrationInput extends IntegrationInputFields {
    type: "SERVICENOW";
    metadata: ServicenowMetadata;
}
/** Fields of the type SHAREPOINT. An empty text counts as left out, as forms send it. */
export type SharepointMetadata = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret: string;
};
export interface SharepointIntegrationInput extends IntegrationInputFields {
    type: "SHAREPOINT";
    metadata: SharepointMetadata;
}
/** Fields of the type SHOPIFY. An empty text counts as left out, as forms send it. */
export type ShopifyMetadata = {
    /**
     * Shop
     * First label only; the service appends .myshopify.com.
     * @example acme
     */
    shop: string;
    /**
     * Authentication
     * An access token for apps made in the Shopify admin until 2025, else those of the Dev Dashboard.
     * @default access_token
     * @enum {string}
     */
    authMode?: "access_token" | "client_credentials" | "";
    /**
     * Admin API access token
     * Needed when Authentication is access_token, refused otherwise.
     */
    accessToken?: string;
    /**
     * Client ID
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId?: string;
    /**
     * Client secret
     * Needed when Authentication is client_credentials, refused otherwise.
     */
    clientSecret?: string;
};
export interface ShopifyIntegrationInput extends IntegrationInputFields {
    type: "SHOPIFY";
    metadata: ShopifyMetadata;
}
/** Fields of the type SLACK. An empty text counts as left out, as forms send it. */
export type SlackMetadata = {
    /**
     * Bot User OAuth Token
     * Starts with xoxb-.
     */
    botToken: string;
};
export interface SlackIntegrationInput extends IntegrationInputFields {
    type: "SLACK";
    metadata: SlackMetadata;
}
/** Fields of the type SNOWFLAKE. An empty text counts as left out, as forms send it. */
export type SnowflakeMetadata = {
    /**
     * Account identifier
     * Organization and account name, underscores written as hyphens.
     * @example myorg-myaccount
     */
    accountIdentifier: string;
    /** Programmatic Access Token */
    accessToken: string;
    /**
     * Role
     * @example ANALYST
     */
    role?: string;
    /**
     * Warehouse
     * @example COMPUTE_WH
     */
    warehouse?: string;
};
export interface SnowflakeIntegrationInput extends IntegrationInputFields {
    type: "SNOWFLAKE";
    metadata: SnowflakeMetadata;
}
/** Fields of the type STRIPE. An empty text counts as left out, as forms send it. */
export type StripeMetadata = {
    /** Secret or restricted key */
    secretKey: string;
};
export interface StripeIntegrationInput extends IntegrationInputFields {
    type: "STRIPE";
    metadata: StripeMetadata;
}
/** Fields of the type TALKDESK. An empty text counts as left out, as forms send it. */
export type TalkdeskMetadata = {
    /**
     * Account name
     * First label only; the service appends .talkdeskid.com.
     * @example acme
     */
    accountName: string;
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "CA" | "AU";
    /**
     * Client ID
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
};
export interface TalkdeskIntegrationInput extends IntegrationInputFields {
    type: "TALKDESK";
    metadata: TalkdeskMetadata;
}
/** Fields of the type TWILIO. An empty text counts as left out, as forms send it. */
export type TwilioMetadata = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
    /** Auth Token */
    authToken: string;
};
export interface TwilioIntegrationInput extends IntegrationInputFields {
    type: "TWILIO";
    metadata: TwilioMetadata;
}
/** Fields of the type TWILIO_FLEX. An empty text counts as left out, as forms send it. */
export type TwilioFlexMetadata = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
    /** Auth Token */
    authToken: string;
};
export interface TwilioFlexIntegrationInput extends IntegrationInputFields {
    type: "TWILIO_FLEX";
    metadata: TwilioFlexMetadata;
}
/** Fields of the type VAPI. An empty text counts as left out, as forms send it. */
export type VapiMetadata = {
    /** Private API Key */
    apiKey: string;
};
export interface VapiIntegrationInput extends IntegrationInputFields {
    type: "VAPI";
    metadata: VapiMetadata;
}
/** Fields of the type VONAGE. An empty text counts as left out, as forms send it. */
export type VonageMetadata = {
    /**
     * API Key
     * @example abcd1234
     */
    apiKey: string;
    /** API Secret */
    apiSecret: string;
};
export interface VonageIntegrationInput extends IntegrationInputFields {
    type: "VONAGE";
    metadata: VonageMetadata;
}
/** Fields of the type WEBHOOK. An empty text counts as left out, as forms send it. */
export type WebhookMetadata = {
    /**
     * URL
     * Format: uri
     * A host name with non-ASCII letters goes in its xn-- form.
     * @example https://hooks.example.com/work
     */
    url: string;
    /** Signing secret */
    signingSecret?: string;
};
export interface WebhookIntegrationInput extends IntegrationInputFields {
    type: "WEBHOOK";
    metadata: WebhookMetadata;
}
/** Fields of the type XAI. An empty text counts as left out, as forms send it. */
export type XaiMetadata = {
    /**
     * API Key
     * Starts with xai-.
     */
    apiKey: string;
};
export interface XaiIntegrationInput extends IntegrationInputFields {
    type: "XAI";
    metadata: XaiMetadata;
}
/** Fields of the type ZENDESK. An empty text counts as left out, as forms send it. */
export type ZendeskMetadata = {
    /**
     * Subdomain
     * First label only; the service appends .zendesk.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Authentication
     * API tokens end on 30 April 2027; a client ID and secret are those of a confidential OAuth client.
     * @default api_token
     * @enum {string}
     */
    authMode?: "api_token" | "client_credentials" | "";
    /**
     * Email
     * Needed when Authentication is api_token, refused otherwise.
     * @example agent@example.com
     */
    email?: string;
    /**
     * API Token
     * Needed when Authentication is api_token, refused otherwise.
     */
    apiToken?: string;
    /**
     * Client Identifier
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example instance_administration
     */
    clientId?: string;
    /**
     * Client Secret
     * Needed when Authentication is client_credentials, refused otherwise.
     */
    clientSecret?: string;
};
export interface ZendeskIntegrationInput extends IntegrationInputFields {
    type: "ZENDESK";
    metadata: ZendeskMetadata;
}
/** Fields of the type ZOHO_CRM. An empty text counts as left out, as forms send it. */
export type ZohoCrmMetadata = {
    /**
     * Data center
     * @default com
     * @enum {string}
     */
    dataCenter: "com" | "eu" | "in" | "com.au" | "com.cn" | "jp";
    /**
     * Client ID
     * @example 1000.EXAMPLEEXAMPLEEXAMPLE
     */
    clientId: string;
    /** Client Secret */
    clientSecret: string;
    /**
     * Refresh Token
     * From a Self Client; starts with 1000.
     */
    refreshToken: string;
};
export interface ZohoCrmIntegrationInput extends IntegrationInputFields {
    type: "ZOHO_CRM";
    metadata: ZohoCrmMetadata;
}
/**
 * The fields of the integration type, by their keys. In a replacement, a secret that is left out is kept and null clears an optional one.
 * @example {
 *       "botToken": "your-bot-token"
 *     }
 */
export type IntegrationMetadataInput = {
    [key: string]: unknown;
};
/** An integration to create. `type` decides which fields `metadata` has. */
export type IntegrationInput = ActiveCampaignIntegrationInput | AircallIntegrationInput | AirtableIntegrationInput | AmazonConnectIntegrationInput | AnthropicIntegrationInput | ApolloIntegrationInput | AsanaIntegrationInput | AssemblyaiIntegrationInput | AttioIntegrationInput | AwsBedrockIntegrationInput | AwsS3IntegrationInput | AzureOpenaiIntegrationInput | BoxIntegrationInput | CapsuleCrmIntegrationInput | CloseIntegrationInput | CohereIntegrationInput | ConfluenceIntegrationInput | CopperIntegrationInput | DatabricksIntegrationInput | DeepgramIntegrationInput | DialpadIntegrationInput | DixaIntegrationInput | DropboxIntegrationInput | ElasticsearchIntegrationInput | ElevenlabsIntegrationInput | Five9IntegrationInput | FreshdeskIntegrationInput | FreshsalesIntegrationInput | FrontIntegrationInput | GenesysCloudIntegrationInput | GithubIntegrationInput | GitlabIntegrationInput | GongIntegrationInput | GoogleBigqueryIntegrationInput | GoogleDialogflowCxIntegrationInput | GoogleDriveIntegrationInput | GoogleGeminiIntegrationInput | GorgiasIntegrationInput | GroqIntegrationInput | GuruIntegrationInput | HelpScoutIntegrationInput | HttpIntegrationInput | HubspotIntegrationInput | HuggingFaceIntegrationInput | InsightlyIntegrationInput | IntercomIntegrationInput | JiraIntegrationInput | KlaviyoIntegrationInput | KustomerIntegrationInput | LinearIntegrationInput | MicrosoftDynamics365IntegrationInput | MicrosoftTeamsIntegrationInput | MistralIntegrationInput | MongodbAtlasIntegrationInput | NiceCxoneIntegrationInput | NotionIntegrationInput | OktaIntegrationInput | OpenaiIntegrationInput | PagerdutyIntegrationInput | PineconeIntegrationInput | PipedriveIntegrationInput | PostgresqlIntegrationInput | ReplicateIntegrationInput | RetellAiIntegrationInput | RingcentralIntegrationInput | SalesforceIntegrationInput | SalesloftIntegrationInput | SendgridIntegrationInput | ServicenowIntegrationInput | SharepointIntegrationInput | ShopifyIntegrationInput | SlackIntegrationInput | SnowflakeIntegrationInput | StripeIntegrationInput | TalkdeskIntegrationInput | TwilioIntegrationInput | TwilioFlexIntegrationInput | VapiIntegrationInput | VonageIntegrationInput | WebhookIntegrationInput | XaiIntegrationInput | ZendeskIntegrationInput | ZohoCrmIntegrationInput;
/** The configuration does not fit the integration type, or the `Idempotency-Key` was used with another payload. */
export type InvalidIntegrationOrKeyProblem = Problem & {
    /** @enum {string} */
    code: "invalid_integration" | "idempotency_key_reused";
};
/** A configuration to test. */
export type ConnectionTestInput = {
    type: IntegrationTypeName;
    metadata: IntegrationMetadataInput;
    /** The integration whose stored secrets stand in for those that are left out. */
    integrationId?: Id;
};
/** The fields to check, each with a sentence; a form marks them. Empty when no field can be at fault. */
export type ConnectionTestErrors = Fault[];
/** How far a connection test came. */
export type ConnectionTestStep = {
    /**
     * The fields are complete, the host is allowed, its name is found and it takes the connection, the connection is encrypted, the vendor issues a token, the vendor answers the request, the answer proves the connection.
     * @enum {string}
     */
    step: "fields" | "host" | "connection" | "tls" | "token" | "request" | "verdict";
    /**
     * At most one step of a test has failed.
     * @enum {string}
     */
    state: "passed" | "failed" | "skipped";
    /** How long the step took in milliseconds. */
    durationMs: number;
    message: ConnectionTestMessage;
};
/** Every step, in the order in which they are made. */
export type ConnectionTestSteps = ConnectionTestStep[];
/** A connection test by itself. */
export type ConnectionTestReport = {
    outcome: ConnectionTestOutcome;
    message: ConnectionTestMessage;
    testedAt: Timestamp;
    /** How long the test took in milliseconds. */
    durationMs: number;
    errors: ConnectionTestErrors;
    steps: ConnectionTestSteps;
};
/** The instance holds no such integration, or is not available to the caller. */
export type IntegrationNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "integration_not_found" | "instance_not_found";
};
/** The configuration does not fit the integration type; `errors` points at every fault. */
export type InvalidIntegrationProblem = Problem & {
    /** @enum {string} */
    code: "invalid_integration";
};
/** Fields of the type ACTIVE_CAMPAIGN in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ActiveCampaignMetadataUpdate = {
    /**
     * API URL
     * Format: uri
     * @example https://acme.activehosted.com
     */
    apiUrl: string;
    /** API Key */
    apiKey?: string;
};
export interface ActiveCampaignIntegrationUpdate extends IntegrationUpdateFields {
    type: "ACTIVE_CAMPAIGN";
    metadata: ActiveCampaignMetadataUpdate;
}
/** Fields of the type AIRCALL in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AircallMetadataUpdate = {
    /**
     * API ID
     * @example 00000000000000000000000000000000
     */
    apiId: string;
    /** API Token */
    apiToken?: string;
};
export interface AircallIntegrationUpdate extends IntegrationUpdateFields {
    type: "AIRCALL";
    metadata: AircallMetadataUpdate;
}
/** Fields of the type AIRTABLE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AirtableMetadataUpdate = {
    /** Personal Access Token */
    accessToken?: string;
};
export interface AirtableIntegrationUpdate extends IntegrationUpdateFields {
    type: "AIRTABLE";
    metadata: AirtableMetadataUpdate;
}
/** Fields of the type AMAZON_CONNECT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AmazonConnectMetadataUpdate = {
    /**
     * Instance ID
     * Last part of the instance ARN.
     * @example 11111111-2222-3333-4444-555555555555
     */
    instanceId: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey?: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string | null;
};
export interface AmazonConnectIntegrationUpdate extends IntegrationUpdateFields {
    type: "AMAZON_CONNECT";
    metadata: AmazonConnectMetadataUpdate;
}
/** Fields of the type ANTHROPIC in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AnthropicMetadataUpdate = {
    /**
     * API Key
     * Starts with sk-ant-.
     */
    apiKey?: string;
    /**
     * API Version
     * @default 2023-06-01
     */
    apiVersion?: string;
};
export interface AnthropicIntegrationUpdate extends IntegrationUpdateFields {
    type: "ANTHROPIC";
    metadata: AnthropicMetadataUpdate;
}
/** Fields of the type APOLLO in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ApolloMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface ApolloIntegrationUpdate extends IntegrationUpdateFields {
    type: "APOLLO";
    metadata: ApolloMetadataUpdate;
}
/** Fields of the type ASANA in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AsanaMetadataUpdate = {
    /** Personal Access Token */
    accessToken?: string;
};
export interface AsanaIntegrationUpdate extends IntegrationUpdateFields {
    type: "ASANA";
    metadata: AsanaMetadataUpdate;
}
/** Fields of the type ASSEMBLYAI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AssemblyaiMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface AssemblyaiIntegrationUpdate extends IntegrationUpdateFields {
    type: "ASSEMBLYAI";
    metadata: AssemblyaiMetadataUpdate;
}
/** Fields of the type ATTIO in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AttioMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface AttioIntegrationUpdate extends IntegrationUpdateFields {
    type: "ATTIO";
    metadata: AttioMetadataUpdate;
}
/** Fields of the type AWS_BEDROCK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AwsBedrockMetadataUpdate = {
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey?: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string | null;
};
export interface AwsBedrockIntegrationUpdate extends IntegrationUpdateFields {
    type: "AWS_BEDROCK";
    metadata: AwsBedrockMetadataUpdate;
}
/** Fields of the type AWS_S3 in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AwsS3MetadataUpdate = {
    /**
     * Bucket
     * @example acme-documents
     */
    bucket: string;
    /**
     * Access Key ID
     * @example AKIAIOSFODNN7EXAMPLE
     */
    accessKeyId: string;
    /** Secret Access Key */
    secretAccessKey?: string;
    /**
     * Region
     * @example us-east-1
     */
    region: string;
    /**
     * Session Token
     * Only for temporary (ASIA...) keys.
     */
    sessionToken?: string | null;
};
export interface AwsS3IntegrationUpdate extends IntegrationUpdateFields {
    type: "AWS_S3";
    metadata: AwsS3MetadataUpdate;
}
/** Fields of the type AZURE_OPENAI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type AzureOpenaiMetadataUpdate = {
    /**
     * Endpoint
     * Format: uri
     * @example https://acme.openai.azure.com
     */
    endpoint: string;
    /** API Key */
    apiKey?: string;
    /**
     * API Version
     * @default 2024-10-21
     */
    apiVersion?: string;
};
export interface AzureOpenaiIntegrationUpdate extends IntegrationUpdateFields {
    type: "AZURE_OPENAI";
    metadata: AzureOpenaiMetadataUpdate;
}
/** Fields of the type BOX in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type BoxMetadataUpdate = {
    /**
     * Client ID
     * @example 00000000000000000000000000000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
    /**
     * Enterprise ID
     * @example 123456
     */
    enterpriseId: string;
};
export interface BoxIntegrationUpdate extends IntegrationUpdateFields {
    type: "BOX";
    metadata: BoxMetadataUpdate;
}
/** Fields of the type CAPSULE_CRM in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type CapsuleCrmMetadataUpdate = {
    /** API Token */
    apiToken?: string;
};
export interface CapsuleCrmIntegrationUpdate extends IntegrationUpdateFields {
    type: "CAPSULE_CRM";
    metadata: CapsuleCrmMetadataUpdate;
}
/** Fields of the type CLOSE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type CloseMetadataUpdate = {
    /**
     * API Key
     * Starts with api_.
     */
    apiKey?: string;
};
export interface CloseIntegrationUpdate extends IntegrationUpdateFields {
    type: "CLOSE";
    metadata: CloseMetadataUpdate;
}
/** Fields of the type COHERE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type CohereMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface CohereIntegrationUpdate extends IntegrationUpdateFields {
    type: "COHERE";
    metadata: CohereMetadataUpdate;
}
/** Fields of the type CONFLUENCE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ConfluenceMetadataUpdate = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
    /** API Token */
    apiToken?: string;
};
export interface ConfluenceIntegrationUpdate extends IntegrationUpdateFields {
    type: "CONFLUENCE";
    metadata: ConfluenceMetadataUpdate;
}
/** Fields of the type COPPER in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type CopperMetadataUpdate = {
    /** API Key */
    apiKey?: string;
    /**
     * User Email
     * Format: email
     * @example user@example.com
     */
    userEmail: string;
};
export interface CopperIntegrationUpdate extends IntegrationUpdateFields {
    type: "COPPER";
    metadata: CopperMetadataUpdate;
}
/** Fields of the type DATABRICKS in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type DatabricksMetadataUpdate = {
    /**
     * Workspace URL
     * Format: uri
     * @example https://dbc-a1b2345c-d6e7.cloud.databricks.com
     */
    workspaceUrl: string;
    /**
     * Personal Access Token
     * Starts with dapi.
     */
    accessToken?: string;
};
export interface DatabricksIntegrationUpdate extends IntegrationUpdateFields {
    type: "DATABRICKS";
    metadata: DatabricksMetadataUpdate;
}
/** Fields of the type DEEPGRAM in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type DeepgramMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface DeepgramIntegrationUpdate extends IntegrationUpdateFields {
    type: "DEEPGRAM";
    metadata: DeepgramMetadataUpdate;
}
/** Fields of the type DIALPAD in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type DialpadMetadataUpdate = {
    /** API Key */
    apiKey?: string;
    /**
     * Environment
     * @default production
     * @enum {string}
     */
    environment?: "production" | "sandbox" | "";
};
export interface DialpadIntegrationUpdate extends IntegrationUpdateFields {
    type: "DIALPAD";
    metadata: DialpadMetadataUpdate;
}
/** Fields of the type DIXA in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type DixaMetadataUpdate = {
    /** API Token */
    apiKey?: string;
};
export interface DixaIntegrationUpdate extends IntegrationUpdateFields {
    type: "DIXA";
    metadata: DixaMetadataUpdate;
}
/** Fields of the type DROPBOX in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type DropboxMetadataUpdate = {
    /**
     * App key
     * @example exampleappkey00
     */
    appKey: string;
    /** App secret */
    appSecret?: string;
    /** Refresh token */
    refreshToken?: string;
};
export interface DropboxIntegrationUpdate extends IntegrationUpdateFields {
    type: "DROPBOX";
    metadata: DropboxMetadataUpdate;
}
/** Fields of the type ELASTICSEARCH in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ElasticsearchMetadataUpdate = {
    /**
     * Cluster URL
     * Format: uri
     * @example https://acme.es.us-east-1.aws.elastic.cloud
     */
    url: string;
    /** API Key (encoded) */
    apiKey?: string;
};
export interface ElasticsearchIntegrationUpdate extends IntegrationUpdateFields {
    type: "ELASTICSEARCH";
    metadata: ElasticsearchMetadataUpdate;
}
/** Fields of the type ELEVENLABS in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ElevenlabsMetadataUpdate = {
    /**
     * API Key
     * Starts with sk_.
     */
    apiKey?: string;
};
export interface ElevenlabsIntegrationUpdate extends IntegrationUpdateFields {
    type: "ELEVENLABS";
    metadata: ElevenlabsMetadataUpdate;
}
/** Fields of the type FIVE9 in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type Five9MetadataUpdate = {
    /**
     * Username
     * @example admin@example.com
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password?: string;
    /**
     * Data center
     * @default US
     * @enum {string}
     */
    dataCenter: "US" | "EU" | "CA";
};
export interface Five9IntegrationUpdate extends IntegrationUpdateFields {
    type: "FIVE9";
    metadata: Five9MetadataUpdate;
}
/** Fields of the type FRESHDESK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type FreshdeskMetadataUpdate = {
    /**
     * Subdomain
     * First label only; the service appends .freshdesk.com.
     * @example acme
     */
    subdomain: string;
    /** API Key */
    apiKey?: string;
};
export interface FreshdeskIntegrationUpdate extends IntegrationUpdateFields {
    type: "FRESHDESK";
    metadata: FreshdeskMetadataUpdate;
}
/** Fields of the type FRESHSALES in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type FreshsalesMetadataUpdate = {
    /**
     * Bundle alias
     * First label only; the service appends .myfreshworks.com.
     * @example acme
     */
    bundleAlias: string;
    /** API Key */
    apiKey?: string;
};
export interface FreshsalesIntegrationUpdate extends IntegrationUpdateFields {
    type: "FRESHSALES";
    metadata: FreshsalesMetadataUpdate;
}
/** Fields of the type FRONT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type FrontMetadataUpdate = {
    /** API Token */
    apiToken?: string;
};
export interface FrontIntegrationUpdate extends IntegrationUpdateFields {
    type: "FRONT";
    metadata: FrontMetadataUpdate;
}
/** Fields of the type GENESYS_CLOUD in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GenesysCloudMetadataUpdate = {
    /**
     * Region
     * @example us-east-1
     * @enum {string}
     */
    region: "us-east-1" | "us-east-2" | "us-west-2" | "ca-central-1" | "sa-east-1" | "eu-west-1" | "eu-west-2" | "eu-central-1" | "eu-central-2" | "me-central-1" | "ap-south-1" | "ap-northeast-1" | "ap-northeast-2" | "ap-northeast-3" | "ap-southeast-1" | "ap-southeast-2";
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
};
export interface GenesysCloudIntegrationUpdate extends IntegrationUpdateFields {
    type: "GENESYS_CLOUD";
    metadata: GenesysCloudMetadataUpdate;
}
/** Fields of the type GITHUB in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GithubMetadataUpdate = {
    /** Personal Access Token */
    accessToken?: string;
};
export interface GithubIntegrationUpdate extends IntegrationUpdateFields {
    type: "GITHUB";
    metadata: GithubMetadataUpdate;
}
/** Fields of the type GITLAB in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GitlabMetadataUpdate = {
    /**
     * Base URL
     * @default https://gitlab.com
     * @example https://gitlab.com
     */
    baseUrl?: string;
    /**
     * Access Token
     * Starts with glpat-.
     */
    accessToken?: string;
};
export interface GitlabIntegrationUpdate extends IntegrationUpdateFields {
    type: "GITLAB";
    metadata: GitlabMetadataUpdate;
}
/** Fields of the type GONG in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GongMetadataUpdate = {
    /**
     * Access Key
     * @example EXAMPLEACCESSKEY
     */
    accessKey: string;
    /** Access Key Secret */
    accessKeySecret?: string;
    /**
     * API base URL
     * @default https://api.gong.io
     * @example https://us-00000.api.gong.io
     */
    baseUrl?: string;
};
export interface GongIntegrationUpdate extends IntegrationUpdateFields {
    type: "GONG";
    metadata: GongMetadataUpdate;
}
/** Fields of the type GOOGLE_BIGQUERY in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GoogleBigqueryMetadataUpdate = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey?: string;
};
export interface GoogleBigqueryIntegrationUpdate extends IntegrationUpdateFields {
    type: "GOOGLE_BIGQUERY";
    metadata: GoogleBigqueryMetadataUpdate;
}
/** Fields of the type GOOGLE_DIALOGFLOW_CX in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GoogleDialogflowCxMetadataUpdate = {
    /**
     * Project ID
     * @example example-project
     */
    projectId: string;
    /**
     * Location
     * @example us-central1
     */
    location: string;
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey?: string;
};
export interface GoogleDialogflowCxIntegrationUpdate extends IntegrationUpdateFields {
    type: "GOOGLE_DIALOGFLOW_CX";
    metadata: GoogleDialogflowCxMetadataUpdate;
}
/** Fields of the type GOOGLE_DRIVE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GoogleDriveMetadataUpdate = {
    /**
     * Service Account Email
     * Format: email
     * @example bot@example-project.iam.gserviceaccount.com
     */
    serviceAccountEmail: string;
    /** Private Key (PEM) */
    privateKey?: string;
    /**
     * Delegated User Email
     * Domain-wide delegation subject (JWT sub).
     * @example user@example.com
     */
    delegatedUserEmail?: string;
};
export interface GoogleDriveIntegrationUpdate extends IntegrationUpdateFields {
    type: "GOOGLE_DRIVE";
    metadata: GoogleDriveMetadataUpdate;
}
/** Fields of the type GOOGLE_GEMINI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GoogleGeminiMetadataUpdate = {
    /**
     * API Key
     * An auth key; standard keys (AIza...) are refused since September 2026.
     */
    apiKey?: string;
};
export interface GoogleGeminiIntegrationUpdate extends IntegrationUpdateFields {
    type: "GOOGLE_GEMINI";
    metadata: GoogleGeminiMetadataUpdate;
}
/** Fields of the type GORGIAS in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GorgiasMetadataUpdate = {
    /**
     * Subdomain
     * First label only; the service appends .gorgias.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example agent@example.com
     */
    email: string;
    /** API Key */
    apiKey?: string;
};
export interface GorgiasIntegrationUpdate extends IntegrationUpdateFields {
    type: "GORGIAS";
    metadata: GorgiasMetadataUpdate;
}
/** Fields of the type GROQ in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GroqMetadataUpdate = {
    /**
     * API Key
     * Starts with gsk_.
     */
    apiKey?: string;
};
export interface GroqIntegrationUpdate extends IntegrationUpdateFields {
    type: "GROQ";
    metadata: GroqMetadataUpdate;
}
/** Fields of the type GURU in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type GuruMetadataUpdate = {
    /**
     * User or collection ID
     * @example user@example.com
     */
    username: string;
    /** API Token */
    apiToken?: string;
};
export interface GuruIntegrationUpdate extends IntegrationUpdateFields {
    type: "GURU";
    metadata: GuruMetadataUpdate;
}
/** Fields of the type HELP_SCOUT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type HelpScoutMetadataUpdate = {
    /**
     * App ID
     * @example exampleappid0000
     */
    appId: string;
    /** App Secret */
    appSecret?: string;
};
export interface HelpScoutIntegrationUpdate extends IntegrationUpdateFields {
    type: "HELP_SCOUT";
    metadata: HelpScoutMetadataUpdate;
}
/** Fields of the type HTTP in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type HttpMetadataUpdate = {
    /**
     * Base URL
     * Format: uri
     * @example https://api.example.com
     */
    baseUrl: string;
    /**
     * Test path
     * @default /
     * @example /health
     */
    testPath?: string;
    /**
     * Authentication
     * @default none
     * @enum {string}
     */
    authType: "none" | "basic" | "bearer" | "header";
    /**
     * Username
     * Needed when Authentication is basic, refused otherwise.
     * @example svc
     */
    username?: string;
    /**
     * Password
     * Format: password
     * Needed when Authentication is basic, refused otherwise.
     */
    password?: string | null;
    /**
     * Bearer token
     * Needed when Authentication is bearer, refused otherwise.
     */
    token?: string | null;
    /**
     * Header name
     * Needed when Authentication is header, refused otherwise.
     * @example X-Api-Key
     */
    headerName?: string;
    /**
     * Header value
     * Needed when Authentication is header, refused otherwise.
     */
    headerValue?: string | null;
};
export interface HttpIntegrationUpdate extends IntegrationUpdateFields {
    type: "HTTP";
    metadata: HttpMetadataUpdate;
}
/** Fields of the type HUBSPOT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type HubspotMetadataUpdate = {
    /**
     * Private App Access Token
     * Starts with pat-na1- or pat-eu1-.
     */
    accessToken?: string;
};
export interface HubspotIntegrationUpdate extends IntegrationUpdateFields {
    type: "HUBSPOT";
    metadata: HubspotMetadataUpdate;
}
/** Fields of the type HUGGING_FACE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type HuggingFaceMetadataUpdate = {
    /**
     * Access Token
     * Starts with hf_.
     */
    accessToken?: string;
};
export interface HuggingFaceIntegrationUpdate extends IntegrationUpdateFields {
    type: "HUGGING_FACE";
    metadata: HuggingFaceMetadataUpdate;
}
/** Fields of the type INSIGHTLY in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type InsightlyMetadataUpdate = {
    /**
     * Pod
     * @example na1
     */
    pod: string;
    /** API Key */
    apiKey?: string;
};
export interface InsightlyIntegrationUpdate extends IntegrationUpdateFields {
    type: "INSIGHTLY";
    metadata: InsightlyMetadataUpdate;
}
/** Fields of the type INTERCOM in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type IntercomMetadataUpdate = {
    /** Access Token */
    accessToken?: string;
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "AU";
};
export interface IntercomIntegrationUpdate extends IntegrationUpdateFields {
    type: "INTERCOM";
    metadata: IntercomMetadataUpdate;
}
/** Fields of the type JIRA in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type JiraMetadataUpdate = {
    /**
     * Site
     * First label only; the service appends .atlassian.net.
     * @example acme
     */
    subdomain: string;
    /**
     * Email
     * Format: email
     * @example user@example.com
     */
    email: string;
    /** API Token */
    apiToken?: string;
};
export interface JiraIntegrationUpdate extends IntegrationUpdateFields {
    type: "JIRA";
    metadata: JiraMetadataUpdate;
}
/** Fields of the type KLAVIYO in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type KlaviyoMetadataUpdate = {
    /**
     * Private API Key
     * Starts with pk_.
     */
    apiKey?: string;
};
export interface KlaviyoIntegrationUpdate extends IntegrationUpdateFields {
    type: "KLAVIYO";
    metadata: KlaviyoMetadataUpdate;
}
/** Fields of the type KUSTOMER in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type KustomerMetadataUpdate = {
    /**
     * Organization name
     * First label only; the service appends .api.kustomerapp.com.
     * @example acme
     */
    orgName: string;
    /** API Key */
    apiKey?: string;
};
export interface KustomerIntegrationUpdate extends IntegrationUpdateFields {
    type: "KUSTOMER";
    metadata: KustomerMetadataUpdate;
}
/** Fields of the type LINEAR in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type LinearMetadataUpdate = {
    /**
     * API Key
     * Starts with lin_api_.
     */
    apiKey?: string;
};
export interface LinearIntegrationUpdate extends IntegrationUpdateFields {
    type: "LINEAR";
    metadata: LinearMetadataUpdate;
}
/** Fields of the type MICROSOFT_DYNAMICS_365 in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type MicrosoftDynamics365MetadataUpdate = {
    /**
     * Environment URL
     * Format: uri
     * @example https://acme.crm.dynamics.com
     */
    environmentUrl: string;
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret?: string;
};
export interface MicrosoftDynamics365IntegrationUpdate extends IntegrationUpdateFields {
    type: "MICROSOFT_DYNAMICS_365";
    metadata: MicrosoftDynamics365MetadataUpdate;
}
/** Fields of the type MICROSOFT_TEAMS in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type MicrosoftTeamsMetadataUpdate = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret?: string;
};
export interface MicrosoftTeamsIntegrationUpdate extends IntegrationUpdateFields {
    type: "MICROSOFT_TEAMS";
    metadata: MicrosoftTeamsMetadataUpdate;
}
/** Fields of the type MISTRAL in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type MistralMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface MistralIntegrationUpdate extends IntegrationUpdateFields {
    type: "MISTRAL";
    metadata: MistralMetadataUpdate;
}
/** Fields of the type MONGODB_ATLAS in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type MongodbAtlasMetadataUpdate = {
    /**
     * Service account client ID
     * @example mdb_sa_id_000000000000000000000000
     */
    clientId: string;
    /**
     * Service account client secret
     * Starts with mdb_sa_sk_.
     */
    clientSecret?: string;
};
export interface MongodbAtlasIntegrationUpdate extends IntegrationUpdateFields {
    type: "MONGODB_ATLAS";
    metadata: MongodbAtlasMetadataUpdate;
}
/** Fields of the type NICE_CXONE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type NiceCxoneMetadataUpdate = {
    /**
     * Access Key ID
     * @example EXAMPLEACCESSKEYID
     */
    accessKeyId: string;
    /** Access Key Secret */
    accessKeySecret?: string;
    /**
     * Client ID
     * @example exampleApp@Example
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
    /**
     * API area
     * Only for calls after the test; discoverable from /.well-known/cxone-configuration?tenantId=.
     * @example na1
     */
    area?: string;
};
export interface NiceCxoneIntegrationUpdate extends IntegrationUpdateFields {
    type: "NICE_CXONE";
    metadata: NiceCxoneMetadataUpdate;
}
/** Fields of the type NOTION in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type NotionMetadataUpdate = {
    /**
     * Internal Integration Secret
     * Starts with secret_ or ntn_.
     */
    apiKey?: string;
};
export interface NotionIntegrationUpdate extends IntegrationUpdateFields {
    type: "NOTION";
    metadata: NotionMetadataUpdate;
}
/** Fields of the type OKTA in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type OktaMetadataUpdate = {
    /**
     * Okta domain URL
     * Format: uri
     * @example https://dev-00000000.okta.com
     */
    orgUrl: string;
    /** API Token */
    apiToken?: string;
};
export interface OktaIntegrationUpdate extends IntegrationUpdateFields {
    type: "OKTA";
    metadata: OktaMetadataUpdate;
}
/** Fields of the type OPENAI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type OpenaiMetadataUpdate = {
    /**
     * API Key
     * Starts with sk-.
     */
    apiKey?: string;
    /**
     * Organization ID
     * @example org-EXAMPLE00
     */
    organizationId?: string;
    /**
     * Project ID
     * @example proj_EXAMPLE00
     */
    projectId?: string;
};
export interface OpenaiIntegrationUpdate extends IntegrationUpdateFields {
    type: "OPENAI";
    metadata: OpenaiMetadataUpdate;
}
/** Fields of the type PAGERDUTY in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type PagerdutyMetadataUpdate = {
    /** REST API Key */
    apiKey?: string;
};
export interface PagerdutyIntegrationUpdate extends IntegrationUpdateFields {
    type: "PAGERDUTY";
    metadata: PagerdutyMetadataUpdate;
}
/** Fields of the type PINECONE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type PineconeMetadataUpdate = {
    /**
     * API Key
     * Starts with pcsk_.
     */
    apiKey?: string;
};
export interface PineconeIntegrationUpdate extends IntegrationUpdateFields {
    type: "PINECONE";
    metadata: PineconeMetadataUpdate;
}
/** Fields of the type PIPEDRIVE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type PipedriveMetadataUpdate = {
    /** API Token */
    apiToken?: string;
};
export interface PipedriveIntegrationUpdate extends IntegrationUpdateFields {
    type: "PIPEDRIVE";
    metadata: PipedriveMetadataUpdate;
}
/** Fields of the type POSTGRESQL in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type PostgresqlMetadataUpdate = {
    /**
     * Host
     * Format: hostname
     * @example db.example.com
     */
    host: string;
    /**
     * Port
     * A number from 1 to 65535.
     * @default 5432
     */
    port?: string;
    /**
     * Database
     * @example app
     */
    database: string;
    /**
     * Username
     * @example reader
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password?: string;
    /**
     * SSL mode
     * @default require
     * @enum {string}
     */
    sslMode?: "require" | "verify-full" | "";
};
export interface PostgresqlIntegrationUpdate extends IntegrationUpdateFields {
    type: "POSTGRESQL";
    metadata: PostgresqlMetadataUpdate;
}
/** Fields of the type REPLICATE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ReplicateMetadataUpdate = {
    /**
     * API Token
     * Starts with r8_.
     */
    apiToken?: string;
};
export interface ReplicateIntegrationUpdate extends IntegrationUpdateFields {
    type: "REPLICATE";
    metadata: ReplicateMetadataUpdate;
}
/** Fields of the type RETELL_AI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type RetellAiMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface RetellAiIntegrationUpdate extends IntegrationUpdateFields {
    type: "RETELL_AI";
    metadata: RetellAiMetadataUpdate;
}
/** Fields of the type RINGCENTRAL in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type RingcentralMetadataUpdate = {
    /**
     * Client ID
     * @example exampleClientId0000000
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
    /** JWT credential */
    jwt?: string;
    /**
     * Server URL
     * @default https://platform.ringcentral.com
     * @enum {string}
     */
    serverUrl: "https://platform.ringcentral.com" | "https://platform.devtest.ringcentral.com";
};
export interface RingcentralIntegrationUpdate extends IntegrationUpdateFields {
    type: "RINGCENTRAL";
    metadata: RingcentralMetadataUpdate;
}
/** Fields of the type SALESFORCE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SalesforceMetadataUpdate = {
    /**
     * Instance URL
     * Format: uri
     * My Domain URL, not *.lightning.force.com.
     * @example https://acme.my.salesforce.com
     */
    instanceUrl: string;
    /**
     * Consumer Key
     * @example 3MVG9EXAMPLEEXAMPLEEXAMPLE
     */
    consumerKey: string;
    /** Consumer Secret */
    consumerSecret?: string;
    /**
     * Authentication
     * Without a user, the instance URL has to be a My Domain URL.
     * @default password
     * @enum {string}
     */
    authMode?: "password" | "client_credentials" | "";
    /**
     * Username
     * Needed when Authentication is password, refused otherwise.
     * @example integration@example.com
     */
    username?: string;
    /**
     * Password + Security Token
     * Format: password
     * Password immediately followed by the security token, no separator. Needed when Authentication is password, refused otherwise.
     */
    password?: string | null;
};
export interface SalesforceIntegrationUpdate extends IntegrationUpdateFields {
    type: "SALESFORCE";
    metadata: SalesforceMetadataUpdate;
}
/** Fields of the type SALESLOFT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SalesloftMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface SalesloftIntegrationUpdate extends IntegrationUpdateFields {
    type: "SALESLOFT";
    metadata: SalesloftMetadataUpdate;
}
/** Fields of the type SENDGRID in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SendgridMetadataUpdate = {
    /** API Key */
    apiKey?: string;
};
export interface SendgridIntegrationUpdate extends IntegrationUpdateFields {
    type: "SENDGRID";
    metadata: SendgridMetadataUpdate;
}
/** Fields of the type SERVICENOW in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ServicenowMetadataUpdate = {
    /**
     * Instance URL
     * Format: uri
     * @example https://dev00000.service-now.com
     */
    instanceUrl: string;
    /**
     * Username
     * @example integration.user
     */
    username: string;
    /**
     * Password
     * Format: password
     */
    password?: string;
};
export interface ServicenowIntegrationUpdate extends IntegrationUpdateFields {
    type: "SERVICENOW";
    metadata: ServicenowMetadataUpdate;
}
/** Fields of the type SHAREPOINT in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SharepointMetadataUpdate = {
    /**
     * Tenant ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    tenantId: string;
    /**
     * Client ID
     * Format: uuid
     * @example 00000000-0000-0000-0000-000000000000
     */
    clientId: string;
    /**
     * Client Secret
     * The secret VALUE, not the secret ID.
     */
    clientSecret?: string;
};
export interface SharepointIntegrationUpdate extends IntegrationUpdateFields {
    type: "SHAREPOINT";
    metadata: SharepointMetadataUpdate;
}
/** Fields of the type SHOPIFY in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ShopifyMetadataUpdate = {
    /**
     * Shop
     * First label only; the service appends .myshopify.com.
     * @example acme
     */
    shop: string;
    /**
     * Authentication
     * An access token for apps made in the Shopify admin until 2025, else those of the Dev Dashboard.
     * @default access_token
     * @enum {string}
     */
    authMode?: "access_token" | "client_credentials" | "";
    /**
     * Admin API access token
     * Needed when Authentication is access_token, refused otherwise.
     */
    accessToken?: string | null;
    /**
     * Client ID
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId?: string;
    /**
     * Client secret
     * Needed when Authentication is client_credentials, refused otherwise.
     */
    clientSecret?: string | null;
};
export interface ShopifyIntegrationUpdate extends IntegrationUpdateFields {
    type: "SHOPIFY";
    metadata: ShopifyMetadataUpdate;
}
/** Fields of the type SLACK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SlackMetadataUpdate = {
    /**
     * Bot User OAuth Token
     * Starts with xoxb-.
     */
    botToken?: string;
};
export interface SlackIntegrationUpdate extends IntegrationUpdateFields {
    type: "SLACK";
    metadata: SlackMetadataUpdate;
}
/** Fields of the type SNOWFLAKE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type SnowflakeMetadataUpdate = {
    /**
     * Account identifier
     * Organization and account name, underscores written as hyphens.
     * @example myorg-myaccount
     */
    accountIdentifier: string;
    /** Programmatic Access Token */
    accessToken?: string;
    /**
     * Role
     * @example ANALYST
     */
    role?: string;
    /**
     * Warehouse
     * @example COMPUTE_WH
     */
    warehouse?: string;
};
export interface SnowflakeIntegrationUpdate extends IntegrationUpdateFields {
    type: "SNOWFLAKE";
    metadata: SnowflakeMetadataUpdate;
}
/** Fields of the type STRIPE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type StripeMetadataUpdate = {
    /** Secret or restricted key */
    secretKey?: string;
};
export interface StripeIntegrationUpdate extends IntegrationUpdateFields {
    type: "STRIPE";
    metadata: StripeMetadataUpdate;
}
/** Fields of the type TALKDESK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type TalkdeskMetadataUpdate = {
    /**
     * Account name
     * First label only; the service appends .talkdeskid.com.
     * @example acme
     */
    accountName: string;
    /**
     * Region
     * @default US
     * @enum {string}
     */
    region: "US" | "EU" | "CA" | "AU";
    /**
     * Client ID
     * @example 0123456789abcdef0123456789abcdef
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
};
export interface TalkdeskIntegrationUpdate extends IntegrationUpdateFields {
    type: "TALKDESK";
    metadata: TalkdeskMetadataUpdate;
}
/** Fields of the type TWILIO in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type TwilioMetadataUpdate = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
    /** Auth Token */
    authToken?: string;
};
export interface TwilioIntegrationUpdate extends IntegrationUpdateFields {
    type: "TWILIO";
    metadata: TwilioMetadataUpdate;
}
/** Fields of the type TWILIO_FLEX in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type TwilioFlexMetadataUpdate = {
    /**
     * Account SID
     * @example AC00000000000000000000000000000000
     */
    accountSid: string;
    /** Auth Token */
    authToken?: string;
};
export interface TwilioFlexIntegrationUpdate extends IntegrationUpdateFields {
    type: "TWILIO_FLEX";
    metadata: TwilioFlexMetadataUpdate;
}
/** Fields of the type VAPI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type VapiMetadataUpdate = {
    /** Private API Key */
    apiKey?: string;
};
export interface VapiIntegrationUpdate extends IntegrationUpdateFields {
    type: "VAPI";
    metadata: VapiMetadataUpdate;
}
/** Fields of the type VONAGE in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type VonageMetadataUpdate = {
    /**
     * API Key
     * @example abcd1234
     */
    apiKey: string;
    /** API Secret */
    apiSecret?: string;
};
export interface VonageIntegrationUpdate extends IntegrationUpdateFields {
    type: "VONAGE";
    metadata: VonageMetadataUpdate;
}
/** Fields of the type WEBHOOK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type WebhookMetadataUpdate = {
    /**
     * URL
     * Format: uri
     * A host name with non-ASCII letters goes in its xn-- form.
     * @example https://hooks.example.com/work
     */
    url: string;
    /** Signing secret */
    signingSecret?: string | null;
};
export interface WebhookIntegrationUpdate extends IntegrationUpdateFields {
    type: "WEBHOOK";
    metadata: WebhookMetadataUpdate;
}
/** Fields of the type XAI in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type XaiMetadataUpdate = {
    /**
     * API Key
     * Starts with xai-.
     */
    apiKey?: string;
};
export interface XaiIntegrationUpdate extends IntegrationUpdateFields {
    type: "XAI";
    metadata: XaiMetadataUpdate;
}
/** Fields of the type ZENDESK in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ZendeskMetadataUpdate = {
    /**
     * Subdomain
     * First label only; the service appends .zendesk.com.
     * @example acme
     */
    subdomain: string;
    /**
     * Authentication
     * API tokens end on 30 April 2027; a client ID and secret are those of a confidential OAuth client.
     * @default api_token
     * @enum {string}
     */
    authMode?: "api_token" | "client_credentials" | "";
    /**
     * Email
     * Needed when Authentication is api_token, refused otherwise.
     * @example agent@example.com
     */
    email?: string;
    /**
     * API Token
     * Needed when Authentication is api_token, refused otherwise.
     */
    apiToken?: string | null;
    /**
     * Client Identifier
     * Needed when Authentication is client_credentials, refused otherwise.
     * @example instance_administration
     */
    clientId?: string;
    /**
     * Client Secret
     * Needed when Authentication is client_credentials, refused otherwise.
     */
    clientSecret?: string | null;
};
export interface ZendeskIntegrationUpdate extends IntegrationUpdateFields {
    type: "ZENDESK";
    metadata: ZendeskMetadataUpdate;
}
/** Fields of the type ZOHO_CRM in a replacement: secrets that are left out stay, null clears optional ones. An empty text counts as left out. */
export type ZohoCrmMetadataUpdate = {
    /**
     * Data center
     * @default com
     * @enum {string}
     */
    dataCenter: "com" | "eu" | "in" | "com.au" | "com.cn" | "jp";
    /**
     * Client ID
     * @example 1000.EXAMPLEEXAMPLEEXAMPLE
     */
    clientId: string;
    /** Client Secret */
    clientSecret?: string;
    /**
     * Refresh Token
     * From a Self Client; starts with 1000.
     */
    refreshToken?: string;
};
export interface ZohoCrmIntegrationUpdate extends IntegrationUpdateFields {
    type: "ZOHO_CRM";
    metadata: ZohoCrmMetadataUpdate;
}
/** An integration to put in the place of one: as to create it, but secrets may be left out. */
export type IntegrationUpdate = ActiveCampaignIntegrationUpdate | AircallIntegrationUpdate | AirtableIntegrationUpdate | AmazonConnectIntegrationUpdate | AnthropicIntegrationUpdate | ApolloIntegrationUpdate | AsanaIntegrationUpdate | AssemblyaiIntegrationUpdate | AttioIntegrationUpdate | AwsBedrockIntegrationUpdate | AwsS3IntegrationUpdate | AzureOpenaiIntegrationUpdate | BoxIntegrationUpdate | CapsuleCrmIntegrationUpdate | CloseIntegrationUpdate | CohereIntegrationUpdate | ConfluenceIntegrationUpdate | CopperIntegrationUpdate | DatabricksIntegrationUpdate | DeepgramIntegrationUpdate | DialpadIntegrationUpdate | DixaIntegrationUpdate | DropboxIntegrationUpdate | ElasticsearchIntegrationUpdate | ElevenlabsIntegrationUpdate | Five9IntegrationUpdate | FreshdeskIntegrationUpdate | FreshsalesIntegrationUpdate | FrontIntegrationUpdate | GenesysCloudIntegrationUpdate | GithubIntegrationUpdate | GitlabIntegrationUpdate | GongIntegrationUpdate | GoogleBigqueryIntegrationUpdate | GoogleDialogflowCxIntegrationUpdate | GoogleDriveIntegrationUpdate | GoogleGeminiIntegrationUpdate | GorgiasIntegrationUpdate | GroqIntegrationUpdate | GuruIntegrationUpdate | HelpScoutIntegrationUpdate | HttpIntegrationUpdate | HubspotIntegrationUpdate | HuggingFaceIntegrationUpdate | InsightlyIntegrationUpdate | IntercomIntegrationUpdate | JiraIntegrationUpdate | KlaviyoIntegrationUpdate | KustomerIntegrationUpdate | LinearIntegrationUpdate | MicrosoftDynamics365IntegrationUpdate | MicrosoftTeamsIntegrationUpdate | MistralIntegrationUpdate | MongodbAtlasIntegrationUpdate | NiceCxoneIntegrationUpdate | NotionIntegrationUpdate | OktaIntegrationUpdate | OpenaiIntegrationUpdate | PagerdutyIntegrationUpdate | PineconeIntegrationUpdate | PipedriveIntegrationUpdate | PostgresqlIntegrationUpdate | ReplicateIntegrationUpdate | RetellAiIntegrationUpdate | RingcentralIntegrationUpdate | SalesforceIntegrationUpdate | SalesloftIntegrationUpdate | SendgridIntegrationUpdate | ServicenowIntegrationUpdate | SharepointIntegrationUpdate | ShopifyIntegrationUpdate | SlackIntegrationUpdate | SnowflakeIntegrationUpdate | StripeIntegrationUpdate | TalkdeskIntegrationUpdate | TwilioIntegrationUpdate | TwilioFlexIntegrationUpdate | VapiIntegrationUpdate | VonageIntegrationUpdate | WebhookIntegrationUpdate | XaiIntegrationUpdate | ZendeskIntegrationUpdate | ZohoCrmIntegrationUpdate;
/** A connection test and the integration after it. */
export type ConnectionTest = {
    outcome: ConnectionTestOutcome;
    message: ConnectionTestMessage;
    testedAt: Timestamp;
    /** How long the test took in milliseconds. */
    durationMs: number;
    errors: ConnectionTestErrors;
    steps: ConnectionTestSteps;
    integration: Integration;
};
/** The integration was never tested, or the instance holds no such integration for the caller. */
export type LastTestNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "integration_not_tested" | "integration_not_found" | "instance_not_found";
};
/**
 * What kind of system the type connects to.
 * @enum {string}
 */
export type IntegrationTypeGroup = "contact_center" | "crm_sales" | "ai_agents" | "data_documents" | "other";
/**
 * Order of a list of integration types.
 * @default name,asc
 * @enum {string}
 */
export type IntegrationTypeSort = "name,asc" | "name,desc";
/** One field of a type's configuration form. */
export type IntegrationTypeField = {
    /** Key in `metadata`. */
    key: string;
    /** Label in a form. */
    label: string;
    /** Whether `metadata` must hold it. */
    required: boolean;
    /** Whether it is stored encrypted and never comes back. */
    secret: boolean;
    /** Characters that the value may have. */
    maxLength: number;
    /** The choice that the field belongs to, as values of other fields: needed when they match, refused otherwise. */
    when?: {
        [key: string]: string;
    };
    /** What a form starts with. An optional field that is left out counts as this. */
    default?: string;
    /** Regular expression that the value must match. */
    pattern?: string;
    /** What the value looks like, `uuid` for example. */
    format?: string;
    /** The allowed values. */
    enum?: string[];
    /** Words for values of `enum` that are codes. A value without any is shown as it is. */
    enumLabels?: {
        [key: string]: string;
    };
    /** An example; secrets have none. */
    example?: string;
    /** Where to find the value. */
    hint?: string;
};
/** A type that an integration can have. */
export type IntegrationType = {
    type: IntegrationTypeName;
    /** Name of the external system. */
    name: string;
    group: IntegrationTypeGroup;
    /** What the type connects to. */
    description?: string;
    /**
     * Format: uri
     * Where somebody makes the credentials: the vendor's page for that, or its page that says how. Missing where no vendor issues them.
     */
    credentialsUrl?: string;
    /** Fields of the configuration form, in their order. */
    fields: IntegrationTypeField[];
};
/** A page of integration types. */
export type IntegrationTypePage = {
    /** The types. */
    content: IntegrationType[];
    page: PageInfo;
};
/** There is no such integration type, or the instance is not available to the caller. */
export type IntegrationTypeNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "integration_type_not_found" | "instance_not_found";
};
/**
 * Execution status.
 * @enum {string}
 */
export type WorkLedgerStatus = "completed" | "in_progress" | "pending" | "failed";
/**
 * Entry type.
 * @example TWU
 */
export type WorkLedgerType = string;
/**
 * `compliant`: meets all policy requirements. `non_compliant`: violates policy and needs investigation. `review_required`: needs manual review.
 * @enum {string}
 */
export type PolicyStatus = "compliant" | "non_compliant" | "review_required";
/**
 * Whether an entry waits for a review, or was reviewed.
 * @enum {string}
 */
export type WorkLedgerReviewState = "open" | "done";
/**
 * Who did the work; HYBRID stands for AI and humans together.
 * @enum {string}
 */
export type WorkLedgerActors = "AI" | "HUMAN" | "HYBRID";
/**
 * Cost in dollars.
 * @example 1.25
 */
export type Cost = number;
/**
 * Active time in seconds.
 * @example 90
 */
export type ActiveTime = number;
/**
 * Name of the TWU model used.
 * @example Refund handling
 */
export type WorkLedgerModelName = string;
/**
 * Number of a version, counted from 1.
 * @example 1
 */
export type VersionNumber = number;
/**
 * Related entity identifier.
 * @example order-48-1177
 */
export type WorkLedgerEntityId = string;
/**
 * The AI model that was used, as the agent or its program calls it.
 * @example claude-sonnet-4-5
 */
export type AiModel = string;
/**
 * Format: date-time
 * RFC 3339 with `Z` or the offset from UTC. It is kept, compared and shown as a `Timestamp`: in UTC, with further digits than milliseconds cut off. A leap second is the second after it. In a query `+` is written `%2B`.
 * @example 2026-11-01T00:00:00Z
 */
export type Instant = string;
/**
 * Order of a list of work ledger entries.
 * @default createdAt,desc
 * @enum {string}
 */
export type WorkLedgerSort = "createdAt,asc" | "createdAt,desc" | "updatedAt,asc" | "updatedAt,desc" | "cost,asc" | "cost,desc" | "activeTime,asc" | "activeTime,desc";
/** Entry title. */
export type EntryTitle = string;
/** Entry description. */
export type EntryDescription = string;
/** Related entity display name. */
export type RelatedEntity = string;
/**
 * A kind of actor.
 * @enum {string}
 */
export type Actor = "AI" | "HUMAN";
/**
 * Name of a definition; unique in its list.
 * @example order
 */
export type TwuIdentifier = string;
/** Why an expression has no value. */
export type TwuExpressionFault = {
    /** A sentence for people. */
    message: string;
    /** Where the fault begins in the expression, in UTF-16 units. */
    start: number;
    /** Where it ends. */
    end: number;
};
/** What an outcome is. Without a value it has a fault. */
export type TwuOutcomeResult = {
    name: TwuIdentifier;
    /** The value; a duration in seconds. Null with a fault. */
    value: boolean | number | string | null;
    /**
     * Kind of value; null with a fault.
     * @enum {string|null}
     */
    type: "boolean" | "integer" | "number" | "string" | "duration" | null;
    /** Unit of the value, as the model names it. */
    unit: string | null;
    /** Why it has no value. */
    fault: TwuExpressionFault | null;
};
/**
 * The policy status that a review decides.
 * @enum {string}
 */
export type DecidedPolicyStatus = "compliant" | "non_compliant";
/**
 * Why, for those who ask later.
 * @example The policy was checked by phone.
 */
export type ReviewReason = string;
/** The identifier of a user of the instance; of anybody else, the subject of the token. */
export type ChangeActorId = string;
/** What a review decided about the entry; missing before one. */
export type WorkLedgerReview = {
    /** The policy status before the review. */
    computed: PolicyStatus;
    /** The policy status since. */
    decided: DecidedPolicyStatus;
    reason: ReviewReason;
    /** Who decided. */
    by: {
        /**
         * A person, or a program with a token of its own.
         * @enum {string}
         */
        type: "user" | "client";
        id: ChangeActorId;
    };
    /** When. */
    at: Timestamp;
};
/**
 * How many operations have an `aiModel` or a `usage` and no cost: the report said none, and no price held. They count as 0 in `cost`.
 * @example 2
 */
export type WithoutCost = number;
/** What one agent did of an entry. */
export type WorkLedgerAgent = {
    id: NamedAgentId;
    /** The name that the agent had when the work was reported; null for an agent that the instance did not have. */
    name: string | null;
    /** Number of its operations. */
    operations: number;
    activeTime: ActiveTime;
    cost: Cost;
    withoutCost: WithoutCost;
    usage: TokenSums;
};
/** A record of one TWU execution. */
export type WorkLedgerEntry = {
    id: Id;
    title: EntryTitle;
    description: EntryDescription;
    type: WorkLedgerType;
    status: WorkLedgerStatus;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    entityId: WorkLedgerEntityId;
    relatedEntity: RelatedEntity;
    /** [AI], [HUMAN] or [AI, HUMAN]. */
    actors: Actor[];
    activeTime: ActiveTime;
    cost: Cost;
    policyStatus: PolicyStatus;
    modelName: WorkLedgerModelName;
    /** The TWU model that was executed; missing where it is not known. */
    modelId?: Id;
    /** Its version; missing where it is not known. */
    modelVersion?: VersionNumber;
    /** When the work began. */
    startedAt?: Timestamp;
    /** The outcomes of the model, in its order. They have 16 KiB together: where one has no room, it has a fault in place of its value. */
    outcomes?: TwuOutcomeResult[];
    /** The names of the policies of the model that were not met. */
    missedPolicies?: TwuIdentifier[];
    review?: WorkLedgerReview;
    /** The agents that operations name, each with its share of the entry; missing where none is named. The 20 that cost most, the dearest first; where costs are equal, by id. */
    agents?: WorkLedgerAgent[];
    /** How many agents have no room in `agents`; missing where all have. */
    moreAgents?: number;
    /** How many operations have an `aiModel` or a `usage` and no cost: the report said none, and no price held. They count as 0 in `cost`. Missing where there are none. */
    withoutCost?: number;
};
/** A page of work ledger entries. */
export type WorkLedgerPage = {
    /** The entries. */
    content: WorkLedgerEntry[];
    page: PageInfo;
};
/**
 * `day`: the day of `createdAt`; `agent`, `aiModel`: what the operations name; else the property of that name, `actors` as in the filter.
 * @default status
 * @enum {string}
 */
export type WorkLedgerGrouping = "status" | "policyStatus" | "actors" | "modelName" | "day" | "agent" | "aiModel";
/** Of the values of the outcome that was asked for; missing where none was. Entries without a number do not count. */
export type OutcomeSums = {
    /** Number of values. */
    count: EntryCount;
    /** The sum of the values. */
    sum: number;
    /** Null without a value. */
    average: number | null;
    /** Null without a value. */
    minimum: number | null;
    /** Null without a value. */
    maximum: number | null;
};
/** Sums over entries. */
export type WorkLedgerSums = {
    count: EntryCount;
    cost: CostSum;
    activeTime: ActiveTimeSum;
    withoutCost: WithoutCostSum;
    outcome?: OutcomeSums;
};
/** Sums over the entries of one group. */
export type WorkLedgerGroup = {
    /** What they have in common, a day as `YYYY-MM-DD`, an agent by its id. */
    key: string;
    /** Of an agent: its name, or the last that it had. Null for an agent that the instance never had. Missing in other groups. */
    name?: string | null;
    count: EntryCount;
    cost: CostSum;
    activeTime: ActiveTimeSum;
    withoutCost: WithoutCostSum;
    usage?: TokenSums;
    outcome?: OutcomeSums;
};
/** What operations did that name no agent, or no AI model, where these are the groups: with the groups, it adds up to `total`. */
export type WorkLedgerRest = {
    cost: CostSum;
    activeTime: ActiveTimeSum;
    withoutCost: WithoutCostSum;
};
/** Sums over entries of a work ledger. */
export type WorkLedgerSummary = {
    groupBy: WorkLedgerGrouping;
    total: WorkLedgerSums;
    /** Number of entries that wait for a review. */
    openReviews: EntryCount;
    /** Groups that have entries. Days are in order; other groups are sorted by count, the largest first, and by key where that is equal. */
    groups: WorkLedgerGroup[];
    /** Where an outcome was asked for, the sums by the version of the model, which is the key, or `none` where it is not known. Sorted as groups are. */
    versions?: WorkLedgerGroup[];
    rest?: WorkLedgerRest;
    /** `true` when there are more than 1,000 groups: these are the newest days, or the largest groups, and the others count only in `total`. */
    isTruncated: boolean;
};
/** The search, or the outcome, is in more than 100,000 entries. */
export type SearchTooBroadProblem = Problem & {
    /** @enum {string} */
    code: "search_too_broad";
};
/**
 * `ndjson`: an entry a line, as JSON. `csv`: a table for spreadsheet programs.
 * @default ndjson
 * @enum {string}
 */
export type WorkLedgerExportFormat = "ndjson" | "csv";
/** A WorkLedgerEntry on every line, in UTF-8. Nothing where no entry matches. */
export type WorkLedgerNdjson = string;
/** RFC 4180 in UTF-8: lines end with CRLF, and fields with commas, quotes or line breaks are quoted. The header row names the properties of WorkLedgerEntry. `actors` is `AI`, `HUMAN` or `AI+HUMAN`, `missedPolicies` the names with `+` between them, and `outcomes` and `review` JSON; what an entry does not have is empty. A text that begins with `=`, `+`, `-`, `@`, `'`, a tab or a line break gets a `'` in front, as a spreadsheet program would run it as a formula: take the first `'` away to read it back. */
export type WorkLedgerCsv = string;
/** The instance holds no such entry, or is not available to the caller. */
export type LedgerEntryNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "ledger_entry_not_found" | "instance_not_found";
};
/**
 * Order of a list of operations.
 * @default position,asc
 * @enum {string}
 */
export type WorkLedgerOperationSort = "position,asc" | "position,desc";
/**
 * The id of a user, or another name for one.
 * @example 0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f01
 */
export type NamedUserId = string;
/**
 * Number of tokens.
 * @example 1200
 */
export type TokenCount = number;
/** Tokens that an AI model read and wrote. What is left out is 0. */
export type TokenUsage = {
    /** Tokens that were read, those of a cache included. */
    inputTokens?: TokenCount;
    /** The part of `inputTokens` that came from a cache. */
    cachedInputTokens?: TokenCount;
    /** The part of `inputTokens` that was written to a cache. */
    cacheWriteTokens?: TokenCount;
    /** Tokens that were written. */
    outputTokens?: TokenCount;
};
/** Something that was done. */
export type WorkOperation = {
    /** The action. */
    action: TwuIdentifier;
    /** The entity that it was done on; by default that of the action. */
    entity?: TwuIdentifier;
    /** The event that it caused, if any. */
    event?: TwuIdentifier;
    actor: Actor;
    /** The agent that did it. The id of no agent of the instance is kept, too, and has no name. An agent of the instance has the type that `actor` says. */
    agentId?: NamedAgentId;
    /** The person who did it, where `actor` is `HUMAN`. */
    userId?: NamedUserId;
    aiModel?: AiModel;
    usage?: TokenUsage;
    /** Active time in seconds; by default none. */
    activeTime?: ActiveTime;
    /** Cost in dollars. Where it is left out of a report, the service computes it from `usage` by the price that `aiModel` has on the UTC day of `startedAt`; without a price there is none. */
    cost?: Cost;
    startedAt: Instant;
    /** Not before `startedAt`, which is the default. */
    endedAt?: Instant;
    /** Values by name. A number is an integer in expressions where the entity has an integer of this name, else a double; a text is a timestamp where the entity has one. Texts are kept as they were sent. */
    attributes?: {
        [key: string]: boolean | number | string;
    };
};
/**
 * Where `cost` comes from: the report said it, or the service computed it by a price when the report came. Missing where there is no cost.
 * @enum {string}
 */
export type CostFrom = "reported" | "price";
/** An operation of an execution. */
export type WorkLedgerOperation = {
    /** Its place in the execution, from 1 on. */
    position: number;
    operation: WorkOperation;
    costFrom?: CostFrom;
};
/** A page of operations of an execution. */
export type WorkLedgerOperationPage = {
    /** The operations. */
    content: WorkLedgerOperation[];
    page: PageInfo;
};
/** What a review decides, and why. */
export type WorkLedgerDecision = {
    policyStatus: DecidedPolicyStatus;
    reason: ReviewReason;
};
/** The entry waits for no review, the ledger is kept elsewhere, or the `Idempotency-Key` is in use. */
export type ReviewConflictProblem = Problem & {
    /** @enum {string} */
    code: "review_not_required" | "ledger_elsewhere" | "idempotency_key_in_use";
};
/**
 * Chosen by whoever reports, unique in the instance.
 * @example refund-48-1177
 */
export type ExecutionId = string;
/** An execution of the model that it names. It has 1 MiB at most. */
export type ExecutionReportOfModel = {
    modelId: Id;
    /** The reporter's own id of the execution; that of the work ledger entry. */
    id: ExecutionId;
    /** The published version that was executed. By default the newest, when it is first reported. */
    version?: VersionNumber;
    title: EntryTitle;
    description?: EntryDescription;
    status: WorkLedgerStatus;
    entityId: WorkLedgerEntityId;
    relatedEntity: RelatedEntity;
    startedAt: Instant;
    /** What was done, in its order. Together it costs and takes 1,000,000,000,000 at most, also as computed. */
    operations: WorkOperation[];
};
/** Reports, in the order in which they are taken. */
export type ExecutionBatch = ExecutionReportOfModel[];
/** An ExecutionReportOfModel on every line, in UTF-8; up to 1,000. Empty lines do not count. */
export type ExecutionLines = string;
/** What became of one report. */
export type ExecutionResult = {
    id: Id;
    /** The status that `reportExecution` would have answered. */
    status: number;
    /**
     * The computed policy status; null where the report was not taken.
     * @enum {string|null}
     */
    policyStatus: "compliant" | "non_compliant" | "review_required" | null;
    /** Why the report was not taken: the `code` of a problem, or `not_taken` when there was no time left; null for one that was taken. */
    code: string | null;
    /** What to do next, in words; null for a report that was taken. */
    detail: string | null;
    /** The fields at fault. The pointers lead into this report. */
    errors: Fault[];
};
/** What became of the reports. */
export type ExecutionBatchResult = {
    /** A result for each report, in the order of the request. */
    results: ExecutionResult[];
};
/** The work ledger is kept elsewhere. */
export type LedgerElsewhereProblem = Problem & {
    /** @enum {string} */
    code: "ledger_elsewhere";
};
/** An ExportTraceServiceRequest in the JSON of OTLP: ids are hexadecimal, enums are numbers, and what is not known is ignored. */
export type OtlpTraces = {
    /** ResourceSpans of OTLP. */
    resourceSpans?: {
        [key: string]: unknown;
    }[];
} & {
    [key: string]: unknown;
};
/** The same message in protobuf, as opentelemetry-proto 1.11 and `google/rpc/status.proto` define it. */
export type OtlpBytes = string;
/** An ExportTraceServiceResponse. */
export type OtlpTracesAnswer = {
    /** What was not taken. Sent again, it is rejected again. */
    partialSuccess?: {
        /** The number of rejected spans. */
        rejectedSpans: string;
        /** Why, and what to do. */
        errorMessage: string;
    };
};
/** A `google.rpc.Status`. */
export type OtlpStatus = {
    /** The code of the problem, a colon and what to do next. */
    message: string;
};
/** A message of the Model Context Protocol, which is JSON-RPC 2.0. */
export type McpMessage = {
    [key: string]: unknown;
};
/**
 * Order of a list of prices.
 * @default model,asc
 * @enum {string}
 */
export type ModelPriceSort = "model,asc" | "model,desc" | "validFrom,asc" | "validFrom,desc";
/**
 * Price of a million tokens, in dollars.
 * @example 3.75
 */
export type TokenPrice = number;
/** What tokens of an AI model cost from a day on, until the day of its next price. */
export type ModelPrice = {
    id: Id;
    etag: EntityTag;
    /** The AI model, exactly as operations name it in `aiModel`. */
    model: AiModel;
    /** The first day of the price. */
    validFrom: Day;
    /** Of input that neither came from a cache nor was written to one. */
    input: TokenPrice;
    /** Of input that came from a cache. */
    cachedInput: TokenPrice;
    /** Of input that was written to a cache. */
    cacheWrite: TokenPrice;
    /** Of output. */
    output: TokenPrice;
    createdAt: Timestamp;
    updatedAt: Timestamp;
};
/** A page of prices. */
export type ModelPricePage = {
    /** The prices. */
    content: ModelPrice[];
    page: PageInfo;
};
/** A price to set. What only the service sets may be sent and is ignored. */
export type ModelPriceInput = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    /** The AI model, exactly as operations name it in `aiModel`. */
    model: AiModel;
    /** The first day of the price. */
    validFrom: Day;
    /** Of input that neither came from a cache nor was written to one. */
    input: TokenPrice;
    /** Of input that came from a cache; by default as `input`. */
    cachedInput?: TokenPrice;
    /** Of input that was written to a cache; by default as `input`. */
    cacheWrite?: TokenPrice;
    /** Of output. */
    output: TokenPrice;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
};
/** The instance holds no such price, or is not available to the caller. */
export type ModelPriceNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "model_price_not_found" | "instance_not_found";
};
/**
 * Operations that change something, by `operationId`.
 * @example [
 *       "publishTwuModel",
 *       "reviewWorkLedgerEntry"
 *     ]
 */
export type AssistantOperations = string[];
/**
 * Format: date-time
 * When it was set last; null until somebody sets it.
 */
export type AssistantAccessTime = string | null;
/** What assistants may change. */
export type AssistantAccess = {
    etag: EntityTag;
    /** The operations, sorted. */
    operations: AssistantOperations;
    /** Whether some of the operations may delete. */
    deletes: boolean;
    updatedAt: AssistantAccessTime;
};
/** What assistants may change. What only the service sets may be sent and is ignored. */
export type AssistantAccessInput = {
    readonly etag?: EntityTag;
    operations: AssistantOperations;
    /**
     * Whether some of the operations may delete.
     * @default false
     */
    deletes?: boolean;
    readonly updatedAt?: AssistantAccessTime;
};
/**
 * Of a version: `DRAFT` may be edited, `published` is available for use and never changes, `archived` is kept for the record. Of a model: `published` when any version is, else `DRAFT` when there is a draft, else `archived`.
 * @enum {string}
 */
export type TwuModelStatus = "DRAFT" | "published" | "archived";
/**
 * Order of a list of TWU models.
 * @default updatedAt,desc
 * @enum {string}
 */
export type TwuModelSort = "name,asc" | "name,desc" | "createdAt,asc" | "createdAt,desc" | "updatedAt,asc" | "updatedAt,desc";
/**
 * Model name.
 * @example Refund handling
 */
export type TwuModelName = string;
/**
 * Model description.
 * @example Decides and pays refunds.
 */
export type TwuModelDescription = string;
/** Number of a version; null when there is none. */
export type OptionalVersionNumber = number | null;
/** A TWU model, as the version that it shows has it, without definitions. */
export type TwuModelSummary = {
    id: Id;
    etag: EntityTag;
    modelId: Id;
    name: TwuModelName;
    description: TwuModelDescription;
    status: TwuModelStatus;
    version: VersionNumber;
    /** Number of the draft; null when there is none. */
    draftVersion: OptionalVersionNumber;
    /** Number of the newest published version; null when there is none. */
    publishedVersion: OptionalVersionNumber;
    createdAt: Timestamp;
    updatedAt: Timestamp;
};
/** A page of TWU models. */
export type TwuModelPage = {
    /** The models. */
    content: TwuModelSummary[];
    page: PageInfo;
};
/** What it stands for. */
export type TwuDefinitionDescription = string;
/**
 * Kind of value.
 * @enum {string}
 */
export type TwuAttributeType = "string" | "number" | "integer" | "boolean" | "timestamp";
/** A piece of data that an entity holds. */
export type TwuAttribute = {
    name: TwuIdentifier;
    type: TwuAttributeType;
    description?: TwuDefinitionDescription;
};
/** An object that work operates on. */
export type TwuEntity = {
    name: TwuIdentifier;
    description?: TwuDefinitionDescription;
    /** What the entity holds; names are unique in the entity. */
    attributes?: TwuAttribute[];
};
/** Objects that work operates on. */
export type TwuEntities = TwuEntity[];
/** An operation performed on an entity. Publishing needs `entity` and `actors`. */
export type TwuAction = {
    name: TwuIdentifier;
    description?: TwuDefinitionDescription;
    /** Name of the entity that it operates on. */
    entity?: TwuIdentifier;
    /** Who may perform it. */
    actors?: Actor[];
};
/** Operations performed on entities. */
export type TwuActions = TwuAction[];
/** A state change or occurrence that the model tracks. Publishing needs `entity`. */
export type TwuEvent = {
    name: TwuIdentifier;
    description?: TwuDefinitionDescription;
    /** Name of the entity that it happens to. */
    entity?: TwuIdentifier;
    /** Name of the action that causes it, if one does. */
    action?: TwuIdentifier;
};
/** State changes or occurrences the model tracks. */
export type TwuEvents = TwuEvent[];
/** A result, computed from the work operations. Publishing needs `expression`. */
export type TwuOutcome = {
    name: TwuIdentifier;
    description?: TwuDefinitionDescription;
    /**
     * CEL (Common Expression Language) over `operations`, the list of work operations. An operation has `action`,
     *     `entity`, `event` and `actor` (strings), `activeTime` (seconds) and `cost` (dollars) as doubles,
     *     `startedAt` and `endedAt` (timestamps) and `attributes` (a map). An attribute has the type that all entities
     *     give it which have it. One to which they give several types is converted first: `double(o.attributes.total)`.
     *     The type of another attribute is known only when it is read.
     *
     *     Beside CEL's own macros there are `sum`, `avg`, `min` and `max` of a list: of integers, of doubles, and the
     *     latter two also of times and durations. Sums of doubles are added up to 15 digits: 0.1 and 0.2 are 0.3. There
     *     is no average, least or greatest of an empty list: the outcome is a fault. Of CEL's functions of strings there
     *     are `contains`, `startsWith`, `endsWith`, `indexOf`, `lastIndexOf`, `substring`, `split`, `join`, `trim`,
     *     `lowerAscii` and `upperAscii`; they count characters, as `size` does.
     *
     *     What is computed is what CEL says, in every time zone. This is refused:
     *
     *     | What | Why |
     *     | --- | --- |
     *     | Unsigned integers | `1u` and `uint()`: no operation has one. |
     *     | Bytes | `b"a"` and `bytes()`: no operation has any. |
     *     | Values of different types | `1 == 1.0`, `[1, "a"]`, `true \|\| 1`: a mistake more often than not. `dyn()` allows it. |
     *     | Macros with two variables | `exists(i, v, ...)`. |
     *     | Functions | `matches`, whose time no size tells; `format`, `quote`, `replace`, `charAt` and other extensions. |
     *     | Names | Those that are not `operations`, a type or of a macro, such as `google.protobuf.Timestamp`. |
     *     | Signs | Doubles without a digit before the point, names in backquotes, raw bytes. |
     *     | Parts of milliseconds | `timestamp("2026-07-15T10:00:00.0001Z")`; what is read at run time is cut to milliseconds. |
     *     | Comparisons in a row | `a == b < c`: brackets say which is first. |
     *     | Limits | More than 500 parts, 32 levels, or 100 elements of a list. |
     *
     *     A published version that has what is refused keeps computing as it did. Its next draft says what to change.
     * @example sum(operations.map(o, o.cost))
     */
    expression?: string;
    /**
     * Unit of the result, `USD` for example.
     * @example USD
     */
    unit?: string;
};
/** Results with the expressions that compute them. */
export type TwuOutcomes = TwuOutcome[];
/** A rule that the work has to meet. Publishing needs `expression`. A policy that cannot be evaluated counts as `review_required`. */
export type TwuPolicy = {
    name: TwuIdentifier;
    description?: TwuDefinitionDescription;
    /**
     * A CEL expression over `operations`, as those of outcomes, that is true when the policy is met.
     * @example operations.exists(o, o.action == "checkPolicy")
     */
    expression?: string;
    /**
     * The policy status of work that does not meet it. By default `review_required`.
     * @enum {string}
     */
    otherwise?: "non_compliant" | "review_required";
};
/** Rules that the work has to meet. */
export type TwuPolicies = TwuPolicy[];
/** An example of work, and what the model has to say of it. Numbers are equal when they differ by at most a billionth. */
export type TwuCase = {
    /** What the case shows; unique in the model. */
    name: string;
    /** What was done. */
    operations: WorkOperation[];
    /** The expected values, by the names of outcomes. What is left out may have any value. */
    outcomes?: {
        [key: string]: boolean | number | string;
    };
    /** The expected policy status. */
    policyStatus?: PolicyStatus;
};
/** Examples of work with what the model has to say of them. Publishing needs all of them to be met. */
export type TwuCases = TwuCase[];
/**
 * Format: date-time
 * RFC 3339 in UTC with milliseconds; null when it has not happened.
 */
export type OptionalTime = string | null;
/** What a case of the model says. */
export type TwuCaseResult = {
    /** Name of the case. */
    name: string;
    /** Whether everything is as expected. */
    isMet: boolean;
    /** What is not as expected, with pointers into the model. */
    faults: Fault[];
};
/** What the cases of the model say. */
export type TwuCaseResults = TwuCaseResult[];
/** What a saved draft still lacks. In the answers of saves alone; it refuses nothing. Null when there was no time for it. */
export type TwuReport = {
    /** What keeps the draft from being published, with pointers into it. */
    faults: Fault[];
    cases: TwuCaseResults;
};
/** A model, or a new state of its draft. A list that is left out is empty. What only the service sets may be sent and is ignored. */
export type TwuModelInput = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    readonly modelId?: Id;
    readonly status?: TwuModelStatus;
    readonly version?: VersionNumber;
    readonly draftVersion?: OptionalVersionNumber;
    readonly publishedVersion?: OptionalVersionNumber;
    name: TwuModelName;
    description: TwuModelDescription;
    entities?: TwuEntities;
    actions?: TwuActions;
    events?: TwuEvents;
    outcomes?: TwuOutcomes;
    policies?: TwuPolicies;
    cases?: TwuCases;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
    readonly publishedAt?: OptionalTime;
    readonly archivedAt?: OptionalTime;
    readonly report?: TwuReport;
};
/** A TWU model with the definitions of the version that it shows. */
export type TwuModel = {
    id: Id;
    etag: EntityTag;
    modelId: Id;
    name: TwuModelName;
    description: TwuModelDescription;
    status: TwuModelStatus;
    version: VersionNumber;
    /** Number of the draft; null when there is none. */
    draftVersion: OptionalVersionNumber;
    /** Number of the newest published version; null when there is none. */
    publishedVersion: OptionalVersionNumber;
    entities: TwuEntities;
    actions: TwuActions;
    events: TwuEvents;
    outcomes: TwuOutcomes;
    policies: TwuPolicies;
    cases: TwuCases;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    report?: TwuReport;
};
/** A model, as `definition` or by `modelId`, and work operations. */
export type TwuEvaluationInput = {
    definition?: TwuModelInput;
    modelId?: Id;
    version?: VersionNumber;
    /** What was done, in its order. */
    operations: WorkOperation[];
};
/** Whether a policy is met; null when it cannot be evaluated. */
export type TwuPolicyResult = {
    name: TwuIdentifier;
    /** Whether it is met; null with a fault. */
    isMet: boolean | null;
    /** Why that is not known. */
    fault: TwuExpressionFault | null;
};
/** What a model says of work operations. */
export type TwuEvaluation = {
    /** The outcomes, in the order of the model. */
    outcomes: TwuOutcomeResult[];
    /** The policies, in the order of the model. */
    policies: TwuPolicyResult[];
    /** That of the worst policy that is not met. */
    policyStatus: PolicyStatus;
    /** Who did something. */
    actors: Actor[];
    /** Active time of all operations in seconds. */
    activeTime: ActiveTimeSum;
    /** Cost of all operations in dollars. */
    cost: CostSum;
    /** The first things that the operations name and the model does not have, with pointers into the request. */
    unknown: Fault[];
    cases: TwuCaseResults;
};
/** The instance holds no such TWU model or version, or is not available to the caller. */
export type TwuModelVersionNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "twu_model_version_not_found" | "twu_model_not_found" | "instance_not_found";
};
/** The instance holds no such TWU model, or is not available to the caller. */
export type TwuModelNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "twu_model_not_found" | "instance_not_found";
};
/** A version of a TWU model with its full definitions. */
export type TwuModelVersion = {
    modelId: Id;
    version: VersionNumber;
    etag: EntityTag;
    status: TwuModelStatus;
    name: TwuModelName;
    description: TwuModelDescription;
    entities: TwuEntities;
    actions: TwuActions;
    events: TwuEvents;
    outcomes: TwuOutcomes;
    policies: TwuPolicies;
    cases: TwuCases;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    /** When it was published; null before. */
    publishedAt: OptionalTime;
    /** When it was archived; null before. */
    archivedAt: OptionalTime;
    report?: TwuReport;
};
/** The model has no draft, or the `Idempotency-Key` is in use. */
export type DraftMissingProblem = Problem & {
    /** @enum {string} */
    code: "draft_missing" | "idempotency_key_in_use";
};
/** The draft cannot be published yet, or the `Idempotency-Key` was used with another payload. */
export type DraftIncompleteProblem = Problem & {
    /** @enum {string} */
    code: "draft_incomplete" | "idempotency_key_reused";
};
/** What was done in one execution of a model. */
export type ExecutionReport = {
    /** The reporter's own id of the execution; that of the work ledger entry. */
    id: ExecutionId;
    /** The published version that was executed. By default the newest, when it is first reported. */
    version?: VersionNumber;
    title: EntryTitle;
    description?: EntryDescription;
    status: WorkLedgerStatus;
    entityId: WorkLedgerEntityId;
    relatedEntity: RelatedEntity;
    startedAt: Instant;
    /** What was done, in its order. Together it costs and takes 1,000,000,000,000 at most, also as computed. */
    operations: WorkOperation[];
};
/** The model has no such published version, the execution is finished, its id belongs to another client or to an imported entry, or the work ledger is kept elsewhere. */
export type ExecutionConflictProblem = Problem & {
    /** @enum {string} */
    code: "version_not_published" | "execution_finished" | "execution_id_taken" | "ledger_elsewhere";
};
/**
 * Order of a list of versions.
 * @default version,desc
 * @enum {string}
 */
export type TwuModelVersionSort = "version,asc" | "version,desc";
/** Versions of a TWU model. */
export type TwuModelVersions = TwuModelVersion[];
/** The model has a draft already, or the `Idempotency-Key` is in use. */
export type DraftExistsProblem = Problem & {
    /** @enum {string} */
    code: "draft_exists" | "idempotency_key_in_use";
};
/** The version is not a draft. */
export type VersionNotDraftProblem = Problem & {
    /** @enum {string} */
    code: "version_not_draft";
};
/** A member that differs. `before` is missing where there was none, `after` where there is none any more. Of a secret neither is kept: `isSecret` says that it was set, changed or removed. */
export type Difference = {
    /** JSON Pointer (RFC 6901) into the resource. Arrays are compared whole. */
    pointer: string;
    /** The value before. */
    before?: unknown;
    /** The value after. */
    after?: unknown;
    /**
     * The values are secret and are not kept.
     * @constant
     */
    isSecret?: true;
};
/** A definition that was added, removed or changed. */
export type TwuDefinitionChange = {
    /**
     * The list of the definition; `model` for the name and the description of the model itself.
     * @enum {string}
     */
    list: "model" | "entities" | "actions" | "events" | "outcomes" | "policies" | "cases";
    /** Name of the definition; of a model the newer one. */
    name: string;
    /**
     * What became of it.
     * @enum {string}
     */
    kind: "added" | "removed" | "changed";
    /** The definition in the older version; missing when it was added. */
    before?: unknown;
    /** The definition in the newer version; missing when it was removed. */
    after?: unknown;
    /** The members that differ, with pointers into the definition. Empty unless it was changed. */
    difference: Difference[];
    /** Whether it breaks programs that read outcomes: the outcome is gone, or has a value of another type, by its expression or on a case. An outcome that has another type because of another definition is listed, too, with an empty `difference`. */
    breaksReaders: boolean;
};
/** What an outcome is in both versions. */
export type TwuOutcomeComparison = {
    name: TwuIdentifier;
    /** Null where the version does not have the outcome. */
    before: TwuOutcomeResult | null;
    /** Null where the version does not have the outcome. */
    after: TwuOutcomeResult | null;
};
/** What both versions say of a case. */
export type TwuCaseComparison = {
    /** Name of the case. */
    case: string;
    /** The outcomes of the older version, then those that the newer one added. */
    results: TwuOutcomeComparison[];
    /** What the policies of both versions say. */
    policyStatus: {
        before: PolicyStatus;
        after: PolicyStatus;
    };
};
/** What differs between two versions of a model. */
export type TwuComparison = {
    /** The version that is `before`. */
    older: VersionNumber;
    /** The version that is `after`. */
    newer: VersionNumber;
    /** The definitions that differ. Their order in their lists does not count. */
    changes: TwuDefinitionChange[];
    /** What both versions say of the cases of the newer one, in its order. */
    outcomes: TwuCaseComparison[];
    /** The number of the last cases that `outcomes` leaves out, because it would have more than a million characters. */
    casesLeftOut: number;
};
/** Number of executions by policy status. */
export type TwuPolicyCounts = {
    /** Number of executions to try it on. */
    compliant: number;
    /** Number of executions to try it on. */
    non_compliant: number;
    /** Number of executions to try it on. */
    review_required: number;
};
/** What the values of an outcome add up to. */
export type TwuOutcomeSums = {
    name: TwuIdentifier;
    before: OutcomeSums;
    after: OutcomeSums;
};
/** What was said of an execution, and what the version says. */
export type TwuExecutionComparison = {
    /** That of the work ledger entry. */
    id: Id;
    title: EntryTitle;
    createdAt: Timestamp;
    /** The version that was executed. */
    modelVersion: VersionNumber;
    /** Whether an outcome or the policy status is another one. */
    isChanged: boolean;
    /** The outcomes that were computed, then those that only the version has. */
    results: TwuOutcomeComparison[];
    /** What the policies of both versions say. */
    policyStatus: {
        before: PolicyStatus;
        after: PolicyStatus;
    };
};
/** What a version says of stored executions (`after`), beside what the version of each said when it was reported (`before`). What a review decided is not looked at. */
export type TwuBacktest = {
    /** The version that was tried. */
    version: VersionNumber;
    /** Number of executions to try it on. */
    found: number;
    /** Number of those for which there was time. All else is about these. */
    evaluated: number;
    /** Number of those with another outcome or policy status. */
    changed: number;
    /** How many executions have each policy status. */
    policyStatus: {
        before: TwuPolicyCounts;
        after: TwuPolicyCounts;
    };
    /** Over the numbers of each outcome of the version. */
    sums: TwuOutcomeSums[];
    /** The executions, the newest first. */
    executions: TwuExecutionComparison[];
    /** The number of the oldest that `executions` leaves out, because it would have more than a million characters. */
    executionsLeftOut: number;
};
/**
 * A type of resource of which there are changes. There will be more.
 * @enum {string}
 */
export type ChangeTypeFilter = "user" | "agent" | "integration" | "twu_model" | "model_price" | "mcp_access" | "webhook" | "work_ledger" | "instance";
/**
 * The `operationId` of the operation, or the name of a command (`ledger:import`) or of background work (`check-integration`). There will be more.
 * @example updateAgent
 */
export type ChangeOperation = string;
/**
 * Order of a list of changes.
 * @default sequence,desc
 * @enum {string}
 */
export type ChangeSort = "sequence,asc" | "sequence,desc";
/**
 * The number of a change. The changes of an instance are numbered from 1, without gaps.
 * @example 4711
 */
export type ChangeSequence = number;
/**
 * `created`, `updated` or `deleted`; `started` and `finished` for a command that takes its time; `flagged` for what somebody should look at. There may be more.
 * @example updated
 */
export type ChangeKind = string;
/**
 * `user`, `agent`, `integration`, `twu_model`, `model_price`, `mcp_access`, `webhook`, `work_ledger` (an entry, or with the id `work-ledger` the whole ledger, which commands change) or `instance`. There will be more: ignore a type that you do not know.
 * @example agent
 */
export type ChangedResourceType = string;
/** What was changed, as of then. */
export type NamedChangedResource = {
    type: ChangedResourceType;
    id: Id;
    /** Its name, after a change of it the new one; null where it has none. `erased` after an erasure. */
    name: string | null;
};
/** The version of a TWU model that was created, changed, published or archived; null for all else. */
export type ChangedVersion = number | null;
/** Who made the change, as of then. */
export type ChangeActor = {
    /**
     * A person, a program with a token of its own, or the service itself: its commands and background work.
     * @enum {string}
     */
    type: "user" | "client" | "service";
    /** Null for the service. */
    id: ChangeActorId | null;
    /** The username, or the client's name; null where there is none. `erased` after an erasure. */
    name: string | null;
};
/** A record of a change. */
export type Change = {
    sequence: ChangeSequence;
    at: Timestamp;
    kind: ChangeKind;
    resource: NamedChangedResource;
    version: ChangedVersion;
    operation: ChangeOperation;
    actor: ChangeActor;
    /** Names the request in the log and in the stream; null for the service. */
    requestId: RequestId | null;
    /** The `etag` that the resource had; null before its creation, and of the ledger and the instance. */
    etagBefore: EntityTag | null;
    /** The `etag` that the resource then had; null after its deletion, and of the ledger and the instance. */
    etagAfter: EntityTag | null;
    /** What differs between the resource before and after, without `etag` and `updatedAt`. Of a TWU model it is the version that was changed. */
    difference: Difference[];
};
/** A page of changes. */
export type ChangePage = {
    /** The changes. */
    content: Change[];
    page: PageInfo;
};
/**
 * The `id` of an event, which has a number and an epoch. The number of a change alone counts in any epoch.
 * @example 4711-6edf7e7b
 */
export type StreamPosition = string;
/** A position, as `after`. */
export type ChangeEventId = string;
/** What was changed. */
export type ChangedResource = {
    type: ChangedResourceType;
    id: Id;
};
/** What the stream tells of a change. */
export type ChangeNotice = {
    sequence: ChangeSequence;
    at: Timestamp;
    kind: ChangeKind;
    resource: ChangedResource;
    version: ChangedVersion;
    /** The `etag` that the resource then had; null after its deletion, and of the ledger and the instance. */
    etag: EntityTag | null;
    /** The request that made the change, so that a caller knows its own; null for the service. */
    requestId: RequestId | null;
};
/** Server-sent events as the HTML standard defines them: `change` with a ChangeNotice as data, and `bookmark` with `{}`, each with its position as `id`. */
export type ChangeStream = string;
/** The changes after this position are no longer kept, or the position was never reached, or is of another epoch. */
export type ChangesExpiredProblem = Problem & {
    /** @enum {string} */
    code: "changes_expired";
};
/** The instance has no such change, it is no longer kept, or it is not one that the caller may read. */
export type ChangeNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "change_not_found" | "instance_not_found";
};
/**
 * Order of a list of webhooks or deliveries.
 * @default createdAt,desc
 * @enum {string}
 */
export type WebhookSort = "createdAt,asc" | "createdAt,desc";
/**
 * Where events are sent: an https URL. Hosts inside the operator's network are called only if the operator allows them: an address of there is refused at once (400), a name when something is sent (`blocked_host`). Only the mock takes `http://127.0.0.1` and `http://localhost`: it calls nobody else. The service refuses them (400).
 * @example https://hooks.example.com/instance-admin
 */
export type WebhookUrl = string;
/**
 * What happened. A change is sent once to a webhook, under the narrowest of its types that the webhook asks for: an integration that broke is `integration.broken`, and otherwise `integration.updated`. There will be more.
 * @enum {string}
 */
export type WebhookEventType = "agent.created" | "agent.updated" | "agent.deleted" | "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "integration.created" | "integration.updated" | "integration.deleted" | "integration.broken" | "integration.recovered" | "integration.secrets_expiring" | "twu_model.created" | "twu_model.updated" | "twu_model.published" | "twu_model.archived" | "model_price.created" | "model_price.updated" | "model_price.deleted" | "mcp_access.created" | "mcp_access.updated" | "work_ledger.started" | "work_ledger.finished" | "work_ledger.updated" | "work_ledger.flagged" | "instance.updated" | "instance.started" | "instance.finished" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.disabled";
/** The changes that are sent. */
export type WebhookEventTypes = WebhookEventType[];
/** What the webhook is for. */
export type WebhookDescription = string | null;
/**
 * Why the service disabled the webhook: the receiver answered 410 (`gone`), or every delivery of five days failed (`failing`). Null where it did not.
 * @enum {string|null}
 */
export type WebhookDisabledReason = "gone" | "failing" | null;
/** Where the service sends what happens in the instance. */
export type Webhook = {
    id: Id;
    etag: EntityTag;
    url: WebhookUrl;
    events: WebhookEventTypes;
    description: WebhookDescription;
    /** Whether events are sent. */
    enabled: boolean;
    disabledReason: WebhookDisabledReason;
    createdAt: Timestamp;
    updatedAt: Timestamp;
};
/** A page of webhooks. */
export type WebhookPage = {
    /** The webhooks. */
    content: Webhook[];
    page: PageInfo;
};
/** A webhook to create, or to put in the place of one. What only the service sets may be sent and is ignored. */
export type WebhookInput = {
    readonly id?: Id;
    readonly etag?: EntityTag;
    url: WebhookUrl;
    events: WebhookEventTypes;
    description?: WebhookDescription;
    /** Whether events are sent. */
    enabled: boolean;
    readonly disabledReason?: WebhookDisabledReason;
    readonly createdAt?: Timestamp;
    readonly updatedAt?: Timestamp;
};
/** The secret that signs what is sent. */
export type WebhookSecret = string;
/** A webhook with its new secret. */
export type WebhookWithSecret = {
    id: Id;
    etag: EntityTag;
    url: WebhookUrl;
    events: WebhookEventTypes;
    description: WebhookDescription;
    /** Whether events are sent. */
    enabled: boolean;
    disabledReason: WebhookDisabledReason;
    createdAt: Timestamp;
    updatedAt: Timestamp;
    /** The secret that signs what is sent. It is shown this once: in the repeated answer for an Idempotency-Key it is null when the webhook has another secret since, or is deleted. Then give it a new one. */
    secret: WebhookSecret | null;
};
/** The instance has 20 webhooks, or the Idempotency-Key is in use. */
export type TooManyWebhooksProblem = Problem & {
    /** @enum {string} */
    code: "too_many_webhooks" | "idempotency_key_in_use";
};
/** The instance holds no such webhook, or is not available to the caller. */
export type WebhookNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "webhook_not_found" | "instance_not_found";
};
/** A type of events, or `webhook.test`. */
export type DeliveredEventType = string;
/**
 * `pending`: not sent yet, or to be tried again; `failed`: given up.
 * @enum {string}
 */
export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";
/**
 * Why the last attempt failed: the receiver answered another status than 2xx (`refused`), did not answer in time or was not reached, the service may not call its host (`blocked_host`), or the webhook was disabled before it was sent. Null where it did not fail.
 * @enum {string|null}
 */
export type WebhookFailure = "refused" | "timeout" | "network_error" | "blocked_host" | "disabled" | null;
/** An event on its way to a webhook. */
export type WebhookDelivery = {
    id: Id;
    type: DeliveredEventType;
    /** The number of the change; null for a test. */
    sequence: ChangeSequence | null;
    status: WebhookDeliveryStatus;
    /** How often it was sent. */
    attempts: number;
    failure: WebhookFailure;
    /** The status of the receiver's last answer; null where there was none. */
    httpStatus: number | null;
    /** How long the last attempt took; null before the first. */
    durationMs: number | null;
    createdAt: Timestamp;
    /** The time of the last attempt; null before the first. */
    lastAttemptAt: Timestamp | null;
    /** The time of the next attempt; null where none follows. */
    nextAttemptAt: Timestamp | null;
};
/** The webhook is disabled, so nothing is sent to it. */
export type WebhookDisabledProblem = Problem & {
    /** @enum {string} */
    code: "webhook_disabled";
};
/** A range of changes. */
export type WebhookReplayInput = {
    from: ChangeSequence;
    to: ChangeSequence;
};
/** How far a replay came. */
export type WebhookReplay = {
    /** How many events will be sent. */
    deliveries: number;
    /** The `from` of the replay that goes on; null where the range is done. */
    next: ChangeSequence | null;
};
/** A page of deliveries. */
export type WebhookDeliveryPage = {
    /** The deliveries. */
    content: WebhookDelivery[];
    page: PageInfo;
};
/** The instance holds no such webhook or delivery, or is not available to the caller. */
export type WebhookDeliveryNotFoundProblem = Problem & {
    /** @enum {string} */
    code: "webhook_not_found" | "webhook_delivery_not_found" | "instance_not_found";
};
/** The number of the last change that was seen; 0 before the first. */
export type ChangePosition = number;
/**
 * Another one when the database was restored or a standby took its place. Then changes that were told may be undone, and their numbers come again: read everything again.
 * @example 6edf7e7b
 */
export type ChangeEpoch = string;
/** What was changed. Read the resource for its state. */
export type EventData = {
    instanceId: Id;
    /** The number of the change; of a test, that of the newest change. */
    sequence: ChangePosition;
    epoch: ChangeEpoch;
    resource: ChangedResource;
    version: ChangedVersion;
    /** The `etag` that the resource then had; null after its deletion, and of the ledger and the instance. */
    etag: EntityTag | null;
};
/** Of an agent. */
export type AgentEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "agent.created" | "agent.updated" | "agent.deleted";
    timestamp: Timestamp;
    data: EventData;
};
/** Of a user. */
export type UserEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled";
    timestamp: Timestamp;
    data: EventData;
};
/** Of an integration. `broken`: its status became `error`; `recovered`: it is `active` again. */
export type IntegrationEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "integration.created" | "integration.updated" | "integration.deleted" | "integration.broken" | "integration.recovered" | "integration.secrets_expiring";
    timestamp: Timestamp;
    data: EventData;
};
/** Of a TWU model. */
export type TwuModelEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "twu_model.created" | "twu_model.updated" | "twu_model.published" | "twu_model.archived";
    timestamp: Timestamp;
    data: EventData;
};
/** Of the work ledger: a command began or ended, or an entry is flagged by its policy or was reviewed. */
export type WorkLedgerEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "work_ledger.started" | "work_ledger.finished" | "work_ledger.updated" | "work_ledger.flagged";
    timestamp: Timestamp;
    data: EventData;
};
/** Of a price of an AI model. */
export type ModelPriceEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "model_price.created" | "model_price.updated" | "model_price.deleted";
    timestamp: Timestamp;
    data: EventData;
};
/** Of what assistants may change. */
export type McpAccessEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "mcp_access.created" | "mcp_access.updated";
    timestamp: Timestamp;
    data: EventData;
};
/** Of the instance itself. */
export type InstanceEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "instance.updated" | "instance.started" | "instance.finished";
    timestamp: Timestamp;
    data: EventData;
};
/** Of a webhook. `webhook.test` is sent by its test alone. */
export type WebhookResourceEvent = {
    /**
     * What happened.
     * @enum {string}
     */
    type: "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.disabled" | "webhook.test";
    timestamp: Timestamp;
    data: EventData;
};

// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type { Schema } from './check.ts'

export const Id: Schema = {"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Za-z0-9_-]{1,64}$","x-pattern-message":"must be an identifier that the service gave"}

export const EntityTag: Schema = {"type":"string","minLength":3,"maxLength":64,"pattern":"^\"[!#-~]{1,62}\"$","x-pattern-message":"must be an ETag that the service gave, quotes included"}

export const Username: Schema = {"type":"string","minLength":1,"maxLength":128,"pattern":"^\\S+$","x-pattern-message":"must have no white space"}

export const EmailAddress: Schema = {"type":"string","format":"email","pattern":"^[A-Za-z0-9.!#$%&'*+/=?^_\\x60{|}~\\-]+@[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?)*$","x-pattern-message":"must be an email address such as ada@example.com: one @, a host name behind it, no spaces and no accents","minLength":3,"maxLength":254}

export const PersonName: Schema = {"type":"string","minLength":1,"maxLength":128,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const OptionalPersonName: Schema = {"type":["string","null"],"minLength":1,"maxLength":128,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const Role: Schema = {"type":"string","enum":["Viewer","Manager","Administrator","Editor"]}

export const Roles: Schema = {"type":"array","maxItems":4,"uniqueItems":true,"items":{"$ref":Role}}

export const Timestamp: Schema = {"type":"string","format":"date-time","minLength":24,"maxLength":24,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","x-pattern-message":"must be a time in UTC with milliseconds, such as 2026-11-21T09:30:00.000Z"}

export const User: Schema = {"type":"object","additionalProperties":false,"required":["id","etag","username","email","name","middleName","familyName","enabled","roles","createdAt","updatedAt"],"properties":{"id":{"$ref":Id},"etag":{"$ref":EntityTag},"username":{"$ref":Username},"email":{"$ref":EmailAddress},"name":{"$ref":PersonName},"middleName":{"$ref":OptionalPersonName},"familyName":{"$ref":OptionalPersonName},"enabled":{"type":"boolean"},"roles":{"$ref":Roles},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp}}}

export const AgentName: Schema = {"type":"string","minLength":1,"maxLength":256,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const AgentType: Schema = {"type":"string","enum":["AI","HUMAN"]}

export const Capability: Schema = {"type":"string","minLength":1,"maxLength":64,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const Capabilities: Schema = {"type":"array","maxItems":64,"items":{"$ref":Capability}}

export const AgentModel: Schema = {"type":["string","null"],"minLength":1,"maxLength":256,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const AgentPriority: Schema = {"type":["string","null"],"enum":["high","medium","low",null]}

export const AgentMetadata: Schema = {"type":"object","maxProperties":100,"additionalProperties":true}

export const Agent: Schema = {"type":"object","additionalProperties":false,"required":["id","etag","name","type","active","capabilities","model","priority","metadata","createdAt","updatedAt"],"properties":{"id":{"$ref":Id},"etag":{"$ref":EntityTag},"name":{"$ref":AgentName},"type":{"$ref":AgentType},"active":{"type":"boolean"},"capabilities":{"$ref":Capabilities},"model":{"$ref":AgentModel},"priority":{"$ref":AgentPriority},"metadata":{"$ref":AgentMetadata},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp}},"oneOf":[{"required":["type","model"],"properties":{"type":{"const":"AI"},"model":{"type":"string"}}},{"required":["type","model"],"properties":{"type":{"const":"HUMAN"},"model":{"type":"null"}}}]}

export const IntegrationName: Schema = {"type":"string","minLength":1,"maxLength":256,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const IntegrationDescription: Schema = {"type":["string","null"],"maxLength":2000}

export const IntegrationTypeName: Schema = {"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$","x-pattern-message":"must be a name in capitals such as AMAZON_CONNECT"}

export const IntegrationMetadata: Schema = {"type":"object","maxProperties":64,"additionalProperties":{"type":"string","maxLength":16384}}

export const ConfiguredSecrets: Schema = {"type":"array","maxItems":64,"items":{"type":"string","minLength":1,"maxLength":64}}

export const SecretsExpireAt: Schema = {"type":["string","null"],"format":"date","minLength":10,"maxLength":10,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}$","x-pattern-message":"must be a day, such as 2026-12-24"}

export const IntegrationStatus: Schema = {"type":"string","enum":["active","inactive","connecting","error"]}

export const IsHealthy: Schema = {"type":"boolean"}

export const LastHealthCheck: Schema = {"type":["string","null"],"format":"date-time","minLength":24,"maxLength":24,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","x-pattern-message":"must be a time in UTC with milliseconds"}

export const ConnectionTestOutcome: Schema = {"type":"string","enum":["ok","bad_credentials","missing_permission","not_found","invalid_configuration","clock_skew","rate_limited","vendor_unavailable","timeout","network_error","blocked_host","unexpected_response"]}

export const ConnectionTestMessage: Schema = {"type":"string","minLength":1,"maxLength":1000}

export const LastTest: Schema = {"type":["object","null"],"additionalProperties":false,"required":["outcome","message","at"],"properties":{"outcome":{"$ref":ConnectionTestOutcome},"message":{"$ref":ConnectionTestMessage},"at":{"$ref":Timestamp}}}

export const ConsecutiveFailures: Schema = {"type":"integer","minimum":0,"maximum":32767}

export const Integration: Schema = {"type":"object","additionalProperties":false,"required":["id","etag","name","description","type","metadata","configuredSecrets","secretsExpireAt","status","isHealthy","lastHealthCheck","lastTest","consecutiveFailures","createdAt","updatedAt"],"properties":{"id":{"$ref":Id},"etag":{"$ref":EntityTag},"name":{"$ref":IntegrationName},"description":{"$ref":IntegrationDescription},"type":{"$ref":IntegrationTypeName},"metadata":{"$ref":IntegrationMetadata},"configuredSecrets":{"$ref":ConfiguredSecrets},"secretsExpireAt":{"$ref":SecretsExpireAt},"status":{"$ref":IntegrationStatus},"isHealthy":{"$ref":IsHealthy},"lastHealthCheck":{"$ref":LastHealthCheck},"lastTest":{"$ref":LastTest},"consecutiveFailures":{"$ref":ConsecutiveFailures},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp}}}

export const VersionNumber: Schema = {"type":"integer","minimum":1,"maximum":2147483647}

export const TwuModelStatus: Schema = {"type":"string","enum":["DRAFT","published","archived"]}

export const TwuModelName: Schema = {"type":"string","minLength":1,"maxLength":256,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const TwuModelDescription: Schema = {"type":"string","maxLength":4000}

export const TwuIdentifier: Schema = {"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Za-z_][A-Za-z0-9_]*$","x-pattern-message":"may have letters, digits and _ only, and must not begin with a digit"}

export const TwuDefinitionDescription: Schema = {"type":"string","maxLength":1000}

export const TwuAttributeType: Schema = {"type":"string","enum":["string","number","integer","boolean","timestamp"]}

export const TwuAttribute: Schema = {"type":"object","additionalProperties":false,"required":["name","type"],"properties":{"name":{"$ref":TwuIdentifier},"type":{"$ref":TwuAttributeType},"description":{"$ref":TwuDefinitionDescription}}}

export const TwuEntity: Schema = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":TwuIdentifier},"description":{"$ref":TwuDefinitionDescription},"attributes":{"type":"array","maxItems":100,"items":{"$ref":TwuAttribute}}}}

export const TwuEntities: Schema = {"type":"array","maxItems":100,"items":{"$ref":TwuEntity}}

export const Actor: Schema = {"type":"string","enum":["AI","HUMAN"]}

export const TwuAction: Schema = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":TwuIdentifier},"description":{"$ref":TwuDefinitionDescription},"entity":{"$ref":TwuIdentifier},"actors":{"type":"array","maxItems":2,"uniqueItems":true,"items":{"$ref":Actor}}}}

export const TwuActions: Schema = {"type":"array","maxItems":200,"items":{"$ref":TwuAction}}

export const TwuEvent: Schema = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":TwuIdentifier},"description":{"$ref":TwuDefinitionDescription},"entity":{"$ref":TwuIdentifier},"action":{"$ref":TwuIdentifier}}}

export const TwuEvents: Schema = {"type":"array","maxItems":200,"items":{"$ref":TwuEvent}}

export const TwuOutcome: Schema = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":TwuIdentifier},"description":{"$ref":TwuDefinitionDescription},"expression":{"type":"string","maxLength":2000},"unit":{"type":"string","maxLength":64}}}

export const TwuOutcomes: Schema = {"type":"array","maxItems":100,"items":{"$ref":TwuOutcome}}

export const TwuPolicy: Schema = {"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":TwuIdentifier},"description":{"$ref":TwuDefinitionDescription},"expression":{"type":"string","maxLength":2000},"otherwise":{"type":"string","enum":["non_compliant","review_required"]}}}

export const TwuPolicies: Schema = {"type":"array","maxItems":100,"items":{"$ref":TwuPolicy}}

export const NamedAgentId: Schema = {"type":"string","minLength":1,"maxLength":128,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const NamedUserId: Schema = {"type":"string","minLength":1,"maxLength":128,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const AiModel: Schema = {"type":"string","minLength":1,"maxLength":256,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const TokenCount: Schema = {"type":"integer","minimum":0,"maximum":1000000000000}

export const TokenUsage: Schema = {"type":"object","additionalProperties":false,"properties":{"inputTokens":{"$ref":TokenCount},"cachedInputTokens":{"$ref":TokenCount},"cacheWriteTokens":{"$ref":TokenCount},"outputTokens":{"$ref":TokenCount}}}

export const ActiveTime: Schema = {"type":"number","minimum":0,"maximum":1000000000000}

export const Cost: Schema = {"type":"number","minimum":0,"maximum":1000000000000}

export const Instant: Schema = {"type":"string","format":"date-time","maxLength":64,"pattern":"^(?!0000|0001-01-01.*\\+|9999-12-31.*(-|:60))\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$","x-pattern-message":"must be a time with its zone, such as 2026-11-01T00:00:00Z or 2026-11-01T01:00:00+01:00"}

export const WorkOperation: Schema = {"type":"object","additionalProperties":false,"required":["action","actor","startedAt"],"properties":{"action":{"$ref":TwuIdentifier},"entity":{"$ref":TwuIdentifier},"event":{"$ref":TwuIdentifier},"actor":{"$ref":Actor},"agentId":{"$ref":NamedAgentId},"userId":{"$ref":NamedUserId},"aiModel":{"$ref":AiModel},"usage":{"$ref":TokenUsage},"activeTime":{"$ref":ActiveTime},"cost":{"$ref":Cost},"startedAt":{"$ref":Instant},"endedAt":{"$ref":Instant},"attributes":{"type":"object","maxProperties":100,"additionalProperties":{"type":["boolean","number","string"],"minimum":-1.7976931348623157e+308,"maximum":1.7976931348623157e+308,"maxLength":65536}}}}

export const PolicyStatus: Schema = {"type":"string","enum":["compliant","non_compliant","review_required"]}

export const TwuCase: Schema = {"type":"object","additionalProperties":false,"required":["name","operations"],"properties":{"name":{"type":"string","minLength":1,"maxLength":256},"operations":{"type":"array","maxItems":50,"items":{"$ref":WorkOperation}},"outcomes":{"type":"object","maxProperties":100,"additionalProperties":{"type":["boolean","number","string"],"minimum":-1.7976931348623157e+308,"maximum":1.7976931348623157e+308,"maxLength":1000}},"policyStatus":{"$ref":PolicyStatus}}}

export const TwuCases: Schema = {"type":"array","maxItems":50,"items":{"$ref":TwuCase}}

export const OptionalTime: Schema = {"type":["string","null"],"format":"date-time","minLength":24,"maxLength":24,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","x-pattern-message":"must be a time in UTC with milliseconds"}

export const Fault: Schema = {"type":"object","additionalProperties":false,"required":["in","pointer","code","message"],"properties":{"in":{"type":"string","enum":["body","query","path","header"]},"pointer":{"type":"string","maxLength":2048},"code":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Za-z_]+$","x-pattern-message":"may have letters and _ only"},"message":{"type":"string","maxLength":1024}}}

export const TwuCaseResult: Schema = {"type":"object","additionalProperties":false,"required":["name","isMet","faults"],"properties":{"name":{"type":"string","minLength":1,"maxLength":256},"isMet":{"type":"boolean"},"faults":{"type":"array","maxItems":101,"items":{"$ref":Fault}}}}

export const TwuCaseResults: Schema = {"type":"array","maxItems":50,"items":{"$ref":TwuCaseResult}}

export const TwuReport: Schema = {"type":"object","additionalProperties":false,"required":["faults","cases"],"properties":{"faults":{"type":"array","maxItems":500,"items":{"$ref":Fault}},"cases":{"$ref":TwuCaseResults}}}

export const TwuModelVersion: Schema = {"type":"object","additionalProperties":false,"required":["modelId","version","etag","status","name","description","entities","actions","events","outcomes","policies","cases","createdAt","updatedAt","publishedAt","archivedAt"],"properties":{"modelId":{"$ref":Id},"version":{"$ref":VersionNumber},"etag":{"$ref":EntityTag},"status":{"$ref":TwuModelStatus},"name":{"$ref":TwuModelName},"description":{"$ref":TwuModelDescription},"entities":{"$ref":TwuEntities},"actions":{"$ref":TwuActions},"events":{"$ref":TwuEvents},"outcomes":{"$ref":TwuOutcomes},"policies":{"$ref":TwuPolicies},"cases":{"$ref":TwuCases},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp},"publishedAt":{"$ref":OptionalTime},"archivedAt":{"$ref":OptionalTime},"report":{"$ref":TwuReport}}}

export const Day: Schema = {"type":"string","format":"date","minLength":10,"maxLength":10,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}$","x-pattern-message":"must be a day, such as 2026-12-24"}

export const TokenPrice: Schema = {"type":"number","minimum":0,"maximum":1000000}

export const ModelPrice: Schema = {"type":"object","additionalProperties":false,"required":["id","etag","model","validFrom","input","cachedInput","cacheWrite","output","createdAt","updatedAt"],"properties":{"id":{"$ref":Id},"etag":{"$ref":EntityTag},"model":{"$ref":AiModel},"validFrom":{"$ref":Day},"input":{"$ref":TokenPrice},"cachedInput":{"$ref":TokenPrice},"cacheWrite":{"$ref":TokenPrice},"output":{"$ref":TokenPrice},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp}}}

export const EntryTitle: Schema = {"type":"string","minLength":1,"maxLength":512}

export const EntryDescription: Schema = {"type":"string","maxLength":4000}

export const WorkLedgerType: Schema = {"type":"string","minLength":1,"maxLength":64}

export const WorkLedgerStatus: Schema = {"type":"string","enum":["completed","in_progress","pending","failed"]}

export const WorkLedgerEntityId: Schema = {"type":"string","minLength":1,"maxLength":128}

export const RelatedEntity: Schema = {"type":"string","minLength":1,"maxLength":512}

export const WorkLedgerModelName: Schema = {"type":"string","minLength":1,"maxLength":256}

export const TwuExpressionFault: Schema = {"type":"object","additionalProperties":false,"required":["message","start","end"],"properties":{"message":{"type":"string","maxLength":1024},"start":{"type":"integer","minimum":0,"maximum":2000},"end":{"type":"integer","minimum":0,"maximum":2000}}}

export const TwuOutcomeResult: Schema = {"type":"object","additionalProperties":false,"required":["name","value","type","unit","fault"],"properties":{"name":{"$ref":TwuIdentifier},"value":{"type":["boolean","number","string","null"],"minimum":-1.7976931348623157e+308,"maximum":1.7976931348623157e+308,"maxLength":1000},"type":{"type":["string","null"],"enum":["boolean","integer","number","string","duration",null]},"unit":{"type":["string","null"],"maxLength":64},"fault":{"oneOf":[{"$ref":TwuExpressionFault},{"type":"null"}]}}}

export const DecidedPolicyStatus: Schema = {"type":"string","enum":["compliant","non_compliant"]}

export const ReviewReason: Schema = {"type":"string","minLength":1,"maxLength":2000,"pattern":"\\S","x-pattern-message":"must not be blank"}

export const ChangeActorId: Schema = {"type":"string","minLength":1,"maxLength":255}

export const WorkLedgerReview: Schema = {"type":"object","additionalProperties":false,"required":["computed","decided","reason","by","at"],"properties":{"computed":{"$ref":PolicyStatus},"decided":{"$ref":DecidedPolicyStatus},"reason":{"$ref":ReviewReason},"by":{"type":"object","additionalProperties":false,"required":["type","id"],"properties":{"type":{"type":"string","enum":["user","client"]},"id":{"$ref":ChangeActorId}}},"at":{"$ref":Timestamp}}}

export const WithoutCost: Schema = {"type":"integer","minimum":0,"maximum":1000}

export const TokenSum: Schema = {"type":"integer","minimum":0,"maximum":9007199254740991}

export const TokenSums: Schema = {"type":"object","additionalProperties":false,"required":["inputTokens","cachedInputTokens","cacheWriteTokens","outputTokens"],"properties":{"inputTokens":{"$ref":TokenSum},"cachedInputTokens":{"$ref":TokenSum},"cacheWriteTokens":{"$ref":TokenSum},"outputTokens":{"$ref":TokenSum}}}

export const WorkLedgerAgent: Schema = {"type":"object","additionalProperties":false,"required":["id","name","operations","activeTime","cost","withoutCost","usage"],"properties":{"id":{"$ref":NamedAgentId},"name":{"type":["string","null"],"maxLength":256},"operations":{"type":"integer","minimum":1,"maximum":1000},"activeTime":{"$ref":ActiveTime},"cost":{"$ref":Cost},"withoutCost":{"$ref":WithoutCost},"usage":{"$ref":TokenSums}}}

export const WorkLedgerEntry: Schema = {"type":"object","additionalProperties":false,"required":["id","title","description","type","status","createdAt","updatedAt","entityId","relatedEntity","actors","activeTime","cost","policyStatus","modelName"],"properties":{"id":{"$ref":Id},"title":{"$ref":EntryTitle},"description":{"$ref":EntryDescription},"type":{"$ref":WorkLedgerType},"status":{"$ref":WorkLedgerStatus},"createdAt":{"$ref":Timestamp},"updatedAt":{"$ref":Timestamp},"entityId":{"$ref":WorkLedgerEntityId},"relatedEntity":{"$ref":RelatedEntity},"actors":{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"items":{"$ref":Actor}},"activeTime":{"$ref":ActiveTime},"cost":{"$ref":Cost},"policyStatus":{"$ref":PolicyStatus},"modelName":{"$ref":WorkLedgerModelName},"modelId":{"$ref":Id},"modelVersion":{"$ref":VersionNumber},"startedAt":{"$ref":Timestamp},"outcomes":{"type":"array","maxItems":100,"items":{"$ref":TwuOutcomeResult}},"missedPolicies":{"type":"array","maxItems":100,"items":{"$ref":TwuIdentifier}},"review":{"$ref":WorkLedgerReview},"agents":{"type":"array","minItems":1,"maxItems":20,"items":{"$ref":WorkLedgerAgent}},"moreAgents":{"type":"integer","minimum":1,"maximum":980},"withoutCost":{"type":"integer","minimum":1,"maximum":1000}}}

export const OptionalPersonNameInput: Schema = {"type":["string","null"],"maxLength":128,"pattern":"^$|\\S","x-pattern-message":"must not be blank"}

export const TemporaryPassword: Schema = {"type":"string","format":"password","pattern":"^(?:[\\s\\S]{12,})?$","x-pattern-message":"must have at least 12 characters","maxLength":128}

export const UserCreate: Schema = {"type":"object","additionalProperties":false,"required":["username","email","name"],"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"username":{"$ref":Username},"email":{"$ref":EmailAddress},"name":{"$ref":PersonName},"middleName":{"x-empty-as":"null","$ref":OptionalPersonNameInput},"familyName":{"x-empty-as":"null","$ref":OptionalPersonNameInput},"enabled":{"type":"boolean","default":true},"roles":{"default":[],"$ref":Roles},"temporaryPassword":{"x-empty-as":"absent","$ref":TemporaryPassword},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const UserBatch: Schema = {"type":"object","additionalProperties":false,"required":["users"],"properties":{"users":{"type":"array","minItems":1,"maxItems":200,"items":{"$ref":UserCreate}}}}

export const UserUpdate: Schema = {"type":"object","additionalProperties":false,"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"username":{"$ref":Username},"email":{"$ref":EmailAddress},"name":{"$ref":PersonName},"middleName":{"x-empty-as":"null","$ref":OptionalPersonNameInput},"familyName":{"x-empty-as":"null","$ref":OptionalPersonNameInput},"enabled":{"type":"boolean"},"roles":{"$ref":Roles},"temporaryPassword":{"x-empty-as":"absent","$ref":TemporaryPassword},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const AgentInput: Schema = {"type":"object","additionalProperties":false,"required":["name","type","active"],"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"name":{"$ref":AgentName},"type":{"$ref":AgentType},"active":{"type":"boolean"},"capabilities":{"$ref":Capabilities},"model":{"$ref":AgentModel},"priority":{"$ref":AgentPriority},"metadata":{"$ref":AgentMetadata},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}},"oneOf":[{"required":["type","model"],"properties":{"type":{"const":"AI"},"model":{"type":"string","x-case":"for an AI agent"}},"x-case":"for an AI agent"},{"required":["type"],"properties":{"type":{"const":"HUMAN"},"model":{"type":"null","x-case":"for a human agent"}}}]}

export const IntegrationMetadataInput: Schema = {"type":"object","maxProperties":64,"additionalProperties":true}

export const IntegrationInput: Schema = {"type":"object","additionalProperties":false,"required":["name","type","metadata"],"properties":{"name":{"$ref":IntegrationName},"description":{"$ref":IntegrationDescription},"type":{"$ref":IntegrationTypeName},"metadata":{"$ref":IntegrationMetadataInput},"secretsExpireAt":{"$ref":SecretsExpireAt},"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"configuredSecrets":{"readOnly":true,"$ref":ConfiguredSecrets},"status":{"readOnly":true,"$ref":IntegrationStatus},"isHealthy":{"readOnly":true,"$ref":IsHealthy},"lastHealthCheck":{"readOnly":true,"$ref":LastHealthCheck},"lastTest":{"readOnly":true,"$ref":LastTest},"consecutiveFailures":{"readOnly":true,"$ref":ConsecutiveFailures},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const ConnectionTestInput: Schema = {"type":"object","additionalProperties":false,"required":["type","metadata"],"properties":{"type":{"$ref":IntegrationTypeName},"metadata":{"$ref":IntegrationMetadataInput},"integrationId":{"$ref":Id}}}

export const IntegrationUpdate: Schema = {"type":"object","additionalProperties":false,"required":["name","type","metadata"],"properties":{"name":{"$ref":IntegrationName},"description":{"$ref":IntegrationDescription},"type":{"$ref":IntegrationTypeName},"metadata":{"$ref":IntegrationMetadataInput},"secretsExpireAt":{"$ref":SecretsExpireAt},"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"configuredSecrets":{"readOnly":true,"$ref":ConfiguredSecrets},"status":{"readOnly":true,"$ref":IntegrationStatus},"isHealthy":{"readOnly":true,"$ref":IsHealthy},"lastHealthCheck":{"readOnly":true,"$ref":LastHealthCheck},"lastTest":{"readOnly":true,"$ref":LastTest},"consecutiveFailures":{"readOnly":true,"$ref":ConsecutiveFailures},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const WorkLedgerActors: Schema = {"type":"string","enum":["AI","HUMAN","HYBRID"]}

export const WorkLedgerDecision: Schema = {"type":"object","additionalProperties":false,"required":["policyStatus","reason"],"properties":{"policyStatus":{"$ref":DecidedPolicyStatus},"reason":{"$ref":ReviewReason}}}

export const ExecutionId: Schema = {"type":"string","minLength":1,"maxLength":64,"pattern":"^[A-Za-z0-9_-]{1,64}$","x-pattern-message":"must be 1 to 64 letters, digits, \"_\" or \"-\""}

export const ExecutionReportOfModel: Schema = {"type":"object","additionalProperties":false,"required":["modelId","id","title","status","entityId","relatedEntity","startedAt","operations"],"properties":{"modelId":{"$ref":Id},"id":{"$ref":ExecutionId},"version":{"$ref":VersionNumber},"title":{"$ref":EntryTitle},"description":{"$ref":EntryDescription},"status":{"$ref":WorkLedgerStatus},"entityId":{"$ref":WorkLedgerEntityId},"relatedEntity":{"$ref":RelatedEntity},"startedAt":{"$ref":Instant},"operations":{"type":"array","minItems":1,"maxItems":1000,"items":{"$ref":WorkOperation}}}}

export const ExecutionBatch: Schema = {"type":"array","minItems":1,"maxItems":1000,"items":{"$ref":ExecutionReportOfModel}}

export const ModelPriceInput: Schema = {"type":"object","additionalProperties":false,"required":["model","validFrom","input","output"],"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"model":{"$ref":AiModel},"validFrom":{"$ref":Day},"input":{"$ref":TokenPrice},"cachedInput":{"$ref":TokenPrice},"cacheWrite":{"$ref":TokenPrice},"output":{"$ref":TokenPrice},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const AssistantOperations: Schema = {"type":"array","maxItems":200,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":64}}

export const AssistantAccessTime: Schema = {"type":["string","null"],"format":"date-time","minLength":24,"maxLength":24,"pattern":"^(?!0000)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$","x-pattern-message":"must be a time in UTC with milliseconds"}

export const AssistantAccessInput: Schema = {"type":"object","additionalProperties":false,"required":["operations"],"properties":{"etag":{"readOnly":true,"$ref":EntityTag},"operations":{"$ref":AssistantOperations},"deletes":{"type":"boolean","default":false},"updatedAt":{"readOnly":true,"$ref":AssistantAccessTime}}}

export const OptionalVersionNumber: Schema = {"type":["integer","null"],"minimum":1,"maximum":2147483647}

export const TwuModelInput: Schema = {"type":"object","additionalProperties":false,"required":["name","description"],"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"modelId":{"readOnly":true,"$ref":Id},"status":{"readOnly":true,"$ref":TwuModelStatus},"version":{"readOnly":true,"$ref":VersionNumber},"draftVersion":{"readOnly":true,"$ref":OptionalVersionNumber},"publishedVersion":{"readOnly":true,"$ref":OptionalVersionNumber},"name":{"$ref":TwuModelName},"description":{"$ref":TwuModelDescription},"entities":{"$ref":TwuEntities},"actions":{"$ref":TwuActions},"events":{"$ref":TwuEvents},"outcomes":{"$ref":TwuOutcomes},"policies":{"$ref":TwuPolicies},"cases":{"$ref":TwuCases},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp},"publishedAt":{"readOnly":true,"$ref":OptionalTime},"archivedAt":{"readOnly":true,"$ref":OptionalTime},"report":{"readOnly":true,"$ref":TwuReport}}}

export const TwuEvaluationInput: Schema = {"type":"object","additionalProperties":false,"required":["operations"],"properties":{"definition":{"$ref":TwuModelInput},"modelId":{"$ref":Id},"version":{"$ref":VersionNumber},"operations":{"type":"array","maxItems":1000,"items":{"$ref":WorkOperation}}}}

export const ExecutionReport: Schema = {"type":"object","additionalProperties":false,"required":["id","title","status","entityId","relatedEntity","startedAt","operations"],"properties":{"id":{"$ref":ExecutionId},"version":{"$ref":VersionNumber},"title":{"$ref":EntryTitle},"description":{"$ref":EntryDescription},"status":{"$ref":WorkLedgerStatus},"entityId":{"$ref":WorkLedgerEntityId},"relatedEntity":{"$ref":RelatedEntity},"startedAt":{"$ref":Instant},"operations":{"type":"array","minItems":1,"maxItems":1000,"items":{"$ref":WorkOperation}}}}

export const WebhookUrl: Schema = {"type":"string","minLength":1,"maxLength":2048,"pattern":"^(https://[^\\s/?#@\\\\]+|http://(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?)([/?][^\\s#]*)?$","x-pattern-message":"must be an https URL without a user and a fragment"}

export const WebhookEventType: Schema = {"type":"string","enum":["agent.created","agent.updated","agent.deleted","user.created","user.updated","user.deleted","user.disabled","user.enabled","integration.created","integration.updated","integration.deleted","integration.broken","integration.recovered","integration.secrets_expiring","twu_model.created","twu_model.updated","twu_model.published","twu_model.archived","model_price.created","model_price.updated","model_price.deleted","mcp_access.created","mcp_access.updated","work_ledger.started","work_ledger.finished","work_ledger.updated","work_ledger.flagged","instance.updated","instance.started","instance.finished","webhook.created","webhook.updated","webhook.deleted","webhook.disabled"]}

export const WebhookEventTypes: Schema = {"type":"array","minItems":1,"maxItems":100,"uniqueItems":true,"items":{"$ref":WebhookEventType}}

export const WebhookDescription: Schema = {"type":["string","null"],"maxLength":256}

export const WebhookDisabledReason: Schema = {"type":["string","null"],"enum":["gone","failing",null]}

export const WebhookInput: Schema = {"type":"object","additionalProperties":false,"required":["url","events","enabled"],"properties":{"id":{"readOnly":true,"$ref":Id},"etag":{"readOnly":true,"$ref":EntityTag},"url":{"$ref":WebhookUrl},"events":{"$ref":WebhookEventTypes},"description":{"$ref":WebhookDescription},"enabled":{"type":"boolean"},"disabledReason":{"readOnly":true,"$ref":WebhookDisabledReason},"createdAt":{"readOnly":true,"$ref":Timestamp},"updatedAt":{"readOnly":true,"$ref":Timestamp}}}

export const ChangeSequence: Schema = {"type":"integer","minimum":1,"maximum":9007199254740991}

export const WebhookReplayInput: Schema = {"type":"object","additionalProperties":false,"required":["from","to"],"properties":{"from":{"$ref":ChangeSequence},"to":{"$ref":ChangeSequence}}}

// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type {
  ActiveCampaignIntegration,
  ActiveTime,
  Agent,
  AgentInput,
  AgentPriorityFilter,
  AgentSort,
  AgentType,
  AgentWork,
  AiModel,
  AircallIntegration,
  AirtableIntegration,
  AmazonConnectIntegration,
  AnthropicIntegration,
  ApolloIntegration,
  AsanaIntegration,
  AssemblyaiIntegration,
  AssistantAccess,
  AssistantAccessInput,
  AttioIntegration,
  AwsBedrockIntegration,
  AwsS3Integration,
  AzureOpenaiIntegration,
  BoxIntegration,
  Capability,
  CapsuleCrmIntegration,
  Change,
  ChangeActorId,
  ChangeOperation,
  ChangeSequence,
  ChangeSort,
  ChangeTypeFilter,
  CloseIntegration,
  CohereIntegration,
  ConfluenceIntegration,
  ConnectionTest,
  ConnectionTestInput,
  ConnectionTestReport,
  CopperIntegration,
  Cost,
  DatabricksIntegration,
  Day,
  DeepgramIntegration,
  DialpadIntegration,
  DixaIntegration,
  DropboxIntegration,
  ElasticsearchIntegration,
  ElevenlabsIntegration,
  ExecutionBatch,
  ExecutionBatchResult,
  ExecutionReport,
  Five9Integration,
  FreshdeskIntegration,
  FreshsalesIntegration,
  FrontIntegration,
  GenesysCloudIntegration,
  GithubIntegration,
  GitlabIntegration,
  GongIntegration,
  GoogleBigqueryIntegration,
  GoogleDialogflowCxIntegration,
  GoogleDriveIntegration,
  GoogleGeminiIntegration,
  GorgiasIntegration,
  GroqIntegration,
  GuruIntegration,
  HelpScoutIntegration,
  HttpIntegration,
  HubspotIntegration,
  HuggingFaceIntegration,
  Id,
  InsightlyIntegration,
  Instance,
  InstanceSort,
  Instant,
  Integration,
  IntegrationInput,
  IntegrationSort,
  IntegrationStatus,
  IntegrationType,
  IntegrationTypeGroup,
  IntegrationTypeName,
  IntegrationTypeSort,
  IntegrationUpdate,
  IntercomIntegration,
  JiraIntegration,
  KlaviyoIntegration,
  KustomerIntegration,
  LinearIntegration,
  Me,
  MicrosoftDynamics365Integration,
  MicrosoftTeamsIntegration,
  MistralIntegration,
  ModelPrice,
  ModelPriceInput,
  ModelPriceSort,
  MongodbAtlasIntegration,
  NamedAgentId,
  NiceCxoneIntegration,
  NotionIntegration,
  OktaIntegration,
  OpenaiIntegration,
  PagerdutyIntegration,
  PineconeIntegration,
  PipedriveIntegration,
  PolicyStatus,
  PostgresqlIntegration,
  ReplicateIntegration,
  RetellAiIntegration,
  RingcentralIntegration,
  Role,
  SalesforceIntegration,
  SalesloftIntegration,
  SendgridIntegration,
  ServicenowIntegration,
  SharepointIntegration,
  ShopifyIntegration,
  SlackIntegration,
  SnowflakeIntegration,
  StreamPosition,
  StripeIntegration,
  TalkdeskIntegration,
  TimeZone,
  TwilioFlexIntegration,
  TwilioIntegration,
  TwuBacktest,
  TwuComparison,
  TwuEvaluation,
  TwuEvaluationInput,
  TwuIdentifier,
  TwuModel,
  TwuModelInput,
  TwuModelSort,
  TwuModelStatus,
  TwuModelSummary,
  TwuModelVersion,
  TwuModelVersionSort,
  User,
  UserAccount,
  UserBatch,
  UserBatchResult,
  UserCreate,
  UserSort,
  UserUpdate,
  VapiIntegration,
  VersionNumber,
  VonageIntegration,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookInput,
  WebhookIntegration,
  WebhookReplay,
  WebhookReplayInput,
  WebhookSort,
  WebhookWithSecret,
  WorkLedgerActors,
  WorkLedgerDecision,
  WorkLedgerEntityId,
  WorkLedgerEntry,
  WorkLedgerExportFormat,
  WorkLedgerGrouping,
  WorkLedgerModelName,
  WorkLedgerOperation,
  WorkLedgerOperationSort,
  WorkLedgerReviewState,
  WorkLedgerSort,
  WorkLedgerStatus,
  WorkLedgerSummary,
  WorkLedgerType,
  XaiIntegration,
  ZendeskIntegration,
  ZohoCrmIntegration,
} from '../../spec/gen/openapi.gen.ts'
import type {
  Call,
  CallOptions,
  ChangeOptions,
  CursorInfo,
  FileCall,
  ListCall,
  PostOptions,
  TransitionOptions,
  VersionedCall,
} from './calls.ts'
import type {
  WatchEvent,
  WatchOptions,
} from './watch.ts'
export type {
  ActiveCampaignIntegration,
  ActiveTime,
  Agent,
  AgentInput,
  AgentPriorityFilter,
  AgentSort,
  AgentType,
  AgentWork,
  AiModel,
  AircallIntegration,
  AirtableIntegration,
  AmazonConnectIntegration,
  AnthropicIntegration,
  ApolloIntegration,
  AsanaIntegration,
  AssemblyaiIntegration,
  AssistantAccess,
  AssistantAccessInput,
  AttioIntegration,
  AwsBedrockIntegration,
  AwsS3Integration,
  AzureOpenaiIntegration,
  BoxIntegration,
  Capability,
  CapsuleCrmIntegration,
  Change,
  ChangeActorId,
  ChangeOperation,
  ChangeSequence,
  ChangeSort,
  ChangeTypeFilter,
  CloseIntegration,
  CohereIntegration,
  ConfluenceIntegration,
  ConnectionTest,
  ConnectionTestInput,
  ConnectionTestReport,
  CopperIntegration,
  Cost,
  DatabricksIntegration,
  Day,
  DeepgramIntegration,
  DialpadIntegration,
  DixaIntegration,
  DropboxIntegration,
  ElasticsearchIntegration,
  ElevenlabsIntegration,
  ExecutionBatch,
  ExecutionBatchResult,
  ExecutionReport,
  Five9Integration,
  FreshdeskIntegration,
  FreshsalesIntegration,
  FrontIntegration,
  GenesysCloudIntegration,
  GithubIntegration,
  GitlabIntegration,
  GongIntegration,
  GoogleBigqueryIntegration,
  GoogleDialogflowCxIntegration,
  GoogleDriveIntegration,
  GoogleGeminiIntegration,
  GorgiasIntegration,
  GroqIntegration,
  GuruIntegration,
  HelpScoutIntegration,
  HttpIntegration,
  HubspotIntegration,
  HuggingFaceIntegration,
  Id,
  InsightlyIntegration,
  Instance,
  InstanceSort,
  Instant,
  Integration,
  IntegrationInput,
  IntegrationSort,
  IntegrationStatus,
  IntegrationType,
  IntegrationTypeGroup,
  IntegrationTypeName,
  IntegrationTypeSort,
  IntegrationUpdate,
  IntercomIntegration,
  JiraIntegration,
  KlaviyoIntegration,
  KustomerIntegration,
  LinearIntegration,
  Me,
  MicrosoftDynamics365Integration,
  MicrosoftTeamsIntegration,
  MistralIntegration,
  ModelPrice,
  ModelPriceInput,
  ModelPriceSort,
  MongodbAtlasIntegration,
  NamedAgentId,
  NiceCxoneIntegration,
  NotionIntegration,
  OktaIntegration,
  OpenaiIntegration,
  PagerdutyIntegration,
  PineconeIntegration,
  PipedriveIntegration,
  PolicyStatus,
  PostgresqlIntegration,
  ReplicateIntegration,
  RetellAiIntegration,
  RingcentralIntegration,
  Role,
  SalesforceIntegration,
  SalesloftIntegration,
  SendgridIntegration,
  ServicenowIntegration,
  SharepointIntegration,
  ShopifyIntegration,
  SlackIntegration,
  SnowflakeIntegration,
  StreamPosition,
  StripeIntegration,
  TalkdeskIntegration,
  TimeZone,
  TwilioFlexIntegration,
  TwilioIntegration,
  TwuBacktest,
  TwuComparison,
  TwuEvaluation,
  TwuEvaluationInput,
  TwuIdentifier,
  TwuModel,
  TwuModelInput,
  TwuModelSort,
  TwuModelStatus,
  TwuModelSummary,
  TwuModelVersion,
  TwuModelVersionSort,
  User,
  UserAccount,
  UserBatch,
  UserBatchResult,
  UserCreate,
  UserSort,
  UserUpdate,
  VapiIntegration,
  VersionNumber,
  VonageIntegration,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookInput,
  WebhookIntegration,
  WebhookReplay,
  WebhookReplayInput,
  WebhookSort,
  WebhookWithSecret,
  WorkLedgerActors,
  WorkLedgerDecision,
  WorkLedgerEntityId,
  WorkLedgerEntry,
  WorkLedgerExportFormat,
  WorkLedgerGrouping,
  WorkLedgerModelName,
  WorkLedgerOperation,
  WorkLedgerOperationSort,
  WorkLedgerReviewState,
  WorkLedgerSort,
  WorkLedgerStatus,
  WorkLedgerSummary,
  WorkLedgerType,
  XaiIntegration,
  ZendeskIntegration,
  ZohoCrmIntegration,
}

/** Each Integration, by its `type`. */
export interface IntegrationByType {
  ACTIVE_CAMPAIGN: ActiveCampaignIntegration
  AIRCALL: AircallIntegration
  AIRTABLE: AirtableIntegration
  AMAZON_CONNECT: AmazonConnectIntegration
  ANTHROPIC: AnthropicIntegration
  APOLLO: ApolloIntegration
  ASANA: AsanaIntegration
  ASSEMBLYAI: AssemblyaiIntegration
  ATTIO: AttioIntegration
  AWS_BEDROCK: AwsBedrockIntegration
  AWS_S3: AwsS3Integration
  AZURE_OPENAI: AzureOpenaiIntegration
  BOX: BoxIntegration
  CAPSULE_CRM: CapsuleCrmIntegration
  CLOSE: CloseIntegration
  COHERE: CohereIntegration
  CONFLUENCE: ConfluenceIntegration
  COPPER: CopperIntegration
  DATABRICKS: DatabricksIntegration
  DEEPGRAM: DeepgramIntegration
  DIALPAD: DialpadIntegration
  DIXA: DixaIntegration
  DROPBOX: DropboxIntegration
  ELASTICSEARCH: ElasticsearchIntegration
  ELEVENLABS: ElevenlabsIntegration
  FIVE9: Five9Integration
  FRESHDESK: FreshdeskIntegration
  FRESHSALES: FreshsalesIntegration
  FRONT: FrontIntegration
  GENESYS_CLOUD: GenesysCloudIntegration
  GITHUB: GithubIntegration
  GITLAB: GitlabIntegration
  GONG: GongIntegration
  GOOGLE_BIGQUERY: GoogleBigqueryIntegration
  GOOGLE_DIALOGFLOW_CX: GoogleDialogflowCxIntegration
  GOOGLE_DRIVE: GoogleDriveIntegration
  GOOGLE_GEMINI: GoogleGeminiIntegration
  GORGIAS: GorgiasIntegration
  GROQ: GroqIntegration
  GURU: GuruIntegration
  HELP_SCOUT: HelpScoutIntegration
  HTTP: HttpIntegration
  HUBSPOT: HubspotIntegration
  HUGGING_FACE: HuggingFaceIntegration
  INSIGHTLY: InsightlyIntegration
  INTERCOM: IntercomIntegration
  JIRA: JiraIntegration
  KLAVIYO: KlaviyoIntegration
  KUSTOMER: KustomerIntegration
  LINEAR: LinearIntegration
  MICROSOFT_DYNAMICS_365: MicrosoftDynamics365Integration
  MICROSOFT_TEAMS: MicrosoftTeamsIntegration
  MISTRAL: MistralIntegration
  MONGODB_ATLAS: MongodbAtlasIntegration
  NICE_CXONE: NiceCxoneIntegration
  NOTION: NotionIntegration
  OKTA: OktaIntegration
  OPENAI: OpenaiIntegration
  PAGERDUTY: PagerdutyIntegration
  PINECONE: PineconeIntegration
  PIPEDRIVE: PipedriveIntegration
  POSTGRESQL: PostgresqlIntegration
  REPLICATE: ReplicateIntegration
  RETELL_AI: RetellAiIntegration
  RINGCENTRAL: RingcentralIntegration
  SALESFORCE: SalesforceIntegration
  SALESLOFT: SalesloftIntegration
  SENDGRID: SendgridIntegration
  SERVICENOW: ServicenowIntegration
  SHAREPOINT: SharepointIntegration
  SHOPIFY: ShopifyIntegration
  SLACK: SlackIntegration
  SNOWFLAKE: SnowflakeIntegration
  STRIPE: StripeIntegration
  TALKDESK: TalkdeskIntegration
  TWILIO: TwilioIntegration
  TWILIO_FLEX: TwilioFlexIntegration
  VAPI: VapiIntegration
  VONAGE: VonageIntegration
  WEBHOOK: WebhookIntegration
  XAI: XaiIntegration
  ZENDESK: ZendeskIntegration
  ZOHO_CRM: ZohoCrmIntegration
}

/**
 * What to ask for: List instances.
 */
export interface ListInstancesQuery {
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
   */
  sort?: InstanceSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List users.
 */
export interface ListUsersQuery {
  /**
   * Matches usernames that contain this text, whatever the case. Nothing in it is a wildcard.
   */
  username?: string | undefined
  /**
   * Matches users whose username, email address or name (first, middle and family name with a space between) contains this text, whatever the case. Nothing in it is a wildcard.
   */
  search?: string | undefined
  /**
   * `true`: only enabled users; `false`: only disabled ones.
   */
  enabled?: boolean | undefined
  /**
   * Only users who have this role.
   */
  role?: Role | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `username` sorts without regard to case.
   */
  sort?: UserSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List agents.
 */
export interface ListAgentsQuery {
  /**
   * Only agents of this type.
   */
  type?: AgentType | undefined
  /**
   * `true`: only active agents; `false`: only inactive ones.
   */
  active?: boolean | undefined
  /**
   * Matches names that contain this text, whatever the case. Nothing in it is a wildcard.
   */
  name?: string | undefined
  /**
   * Only agents with this capability, written exactly so.
   */
  capability?: Capability | undefined
  /**
   * Only agents with this priority.
   */
  priority?: AgentPriorityFilter | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
   */
  sort?: AgentSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: Read what an agent did.
 */
export interface GetAgentWorkQuery {
  /**
   * The first day; without one, 29 days before the last. Not after `to`, and at most 399 days before it.
   */
  from?: Day | undefined
  /**
   * The last day; without one, today.
   */
  to?: Day | undefined
  /**
   * The time zone, as IANA names it, by whose calendar and clock a day begins and ends. In another than UTC, days of a range of at most 400 days are answered: name it, or have a ledger that is no older.
   */
  timeZone?: TimeZone | undefined
}

/**
 * What to ask for: List integrations.
 */
export interface ListIntegrationsQuery {
  /**
   * Only integrations of this type.
   */
  type?: keyof IntegrationByType | undefined
  /**
   * Only integrations with this status.
   */
  status?: IntegrationStatus | undefined
  /**
   * Matches integrations whose name or description contains this text, whatever the case. Nothing in it is a wildcard.
   */
  search?: string | undefined
  /**
   * Only integrations whose `secretsExpireAt` is before this day.
   */
  expiresBefore?: Day | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
   */
  sort?: IntegrationSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List integration types.
 */
export interface ListIntegrationTypesQuery {
  /**
   * Only types of this group.
   */
  group?: IntegrationTypeGroup | undefined
  /**
   * Matches types whose name or identifier contains this text, whatever the case.
   */
  search?: string | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by the identifier. `name` sorts without regard to case.
   */
  sort?: IntegrationTypeSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List work ledger entries.
 */
export interface ListWorkLedgerEntriesQuery {
  /**
   * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
   */
  search?: string | undefined
  /**
   * Only entries with this execution status, or with one of several, separated by commas.
   */
  status?: WorkLedgerStatus | readonly WorkLedgerStatus[] | undefined
  /**
   * Only entries of this type.
   */
  type?: WorkLedgerType | undefined
  /**
   * Only entries with this policy status, or with one of several, separated by commas.
   */
  policyStatus?: PolicyStatus | readonly PolicyStatus[] | undefined
  /**
   * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
   */
  review?: WorkLedgerReviewState | undefined
  /**
   * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
   */
  actors?: WorkLedgerActors | readonly WorkLedgerActors[] | undefined
  /**
   * Least cost in dollars, inclusive. Not above `costMax`.
   */
  costMin?: Cost | undefined
  /**
   * Greatest cost in dollars, inclusive.
   */
  costMax?: Cost | undefined
  /**
   * Least active time in seconds, inclusive. Not above `timeMax`.
   */
  timeMin?: ActiveTime | undefined
  /**
   * Greatest active time in seconds, inclusive.
   */
  timeMax?: ActiveTime | undefined
  /**
   * Only entries of the TWU model with exactly this name.
   */
  modelName?: WorkLedgerModelName | undefined
  /**
   * Only entries of this TWU model.
   */
  modelId?: Id | undefined
  /**
   * Only entries of models of this version.
   */
  modelVersion?: VersionNumber | undefined
  /**
   * Only entries of work on the entity with exactly this identifier.
   */
  entityId?: WorkLedgerEntityId | undefined
  /**
   * Only entries in which an operation names this agent.
   */
  agentId?: NamedAgentId | undefined
  /**
   * Only entries in which an operation names this AI model.
   */
  aiModel?: AiModel | undefined
  /**
   * Earliest time of creation, inclusive. Not after `createdTo`.
   */
  createdFrom?: Instant | undefined
  /**
   * Latest time of creation, inclusive.
   */
  createdTo?: Instant | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id.
   */
  sort?: WorkLedgerSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: Summarise the work ledger.
 */
export interface SummariseWorkLedgerQuery {
  /**
   * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
   */
  search?: string | undefined
  /**
   * Only entries with this execution status, or with one of several, separated by commas.
   */
  status?: WorkLedgerStatus | readonly WorkLedgerStatus[] | undefined
  /**
   * Only entries of this type.
   */
  type?: WorkLedgerType | undefined
  /**
   * Only entries with this policy status, or with one of several, separated by commas.
   */
  policyStatus?: PolicyStatus | readonly PolicyStatus[] | undefined
  /**
   * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
   */
  review?: WorkLedgerReviewState | undefined
  /**
   * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
   */
  actors?: WorkLedgerActors | readonly WorkLedgerActors[] | undefined
  /**
   * Least cost in dollars, inclusive. Not above `costMax`.
   */
  costMin?: Cost | undefined
  /**
   * Greatest cost in dollars, inclusive.
   */
  costMax?: Cost | undefined
  /**
   * Least active time in seconds, inclusive. Not above `timeMax`.
   */
  timeMin?: ActiveTime | undefined
  /**
   * Greatest active time in seconds, inclusive.
   */
  timeMax?: ActiveTime | undefined
  /**
   * Only entries of the TWU model with exactly this name.
   */
  modelName?: WorkLedgerModelName | undefined
  /**
   * Only entries of this TWU model.
   */
  modelId?: Id | undefined
  /**
   * Only entries of models of this version.
   */
  modelVersion?: VersionNumber | undefined
  /**
   * Only entries of work on the entity with exactly this identifier.
   */
  entityId?: WorkLedgerEntityId | undefined
  /**
   * Only entries in which an operation names this agent.
   */
  agentId?: NamedAgentId | undefined
  /**
   * Only entries in which an operation names this AI model.
   */
  aiModel?: AiModel | undefined
  /**
   * Earliest time of creation, inclusive. Not after `createdTo`.
   */
  createdFrom?: Instant | undefined
  /**
   * Latest time of creation, inclusive.
   */
  createdTo?: Instant | undefined
  /**
   * What the groups have in common.
   */
  groupBy?: WorkLedgerGrouping | undefined
  /**
   * The time zone, as IANA names it, by whose calendar and clock a day begins and ends. In another than UTC, days of a range of at most 400 days are answered: name it, or have a ledger that is no older.
   */
  timeZone?: TimeZone | undefined
  /**
   * The name of an outcome with numbers, which is added up, too, and also by the version of the model. Needs `modelId`. More than 100,000 entries are refused with 422.
   */
  outcome?: TwuIdentifier | undefined
}

/**
 * What to ask for: Export the work ledger.
 */
export interface ExportWorkLedgerQuery {
  /**
   * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
   */
  search?: string | undefined
  /**
   * Only entries with this execution status, or with one of several, separated by commas.
   */
  status?: WorkLedgerStatus | readonly WorkLedgerStatus[] | undefined
  /**
   * Only entries of this type.
   */
  type?: WorkLedgerType | undefined
  /**
   * Only entries with this policy status, or with one of several, separated by commas.
   */
  policyStatus?: PolicyStatus | readonly PolicyStatus[] | undefined
  /**
   * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
   */
  review?: WorkLedgerReviewState | undefined
  /**
   * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
   */
  actors?: WorkLedgerActors | readonly WorkLedgerActors[] | undefined
  /**
   * Least cost in dollars, inclusive. Not above `costMax`.
   */
  costMin?: Cost | undefined
  /**
   * Greatest cost in dollars, inclusive.
   */
  costMax?: Cost | undefined
  /**
   * Least active time in seconds, inclusive. Not above `timeMax`.
   */
  timeMin?: ActiveTime | undefined
  /**
   * Greatest active time in seconds, inclusive.
   */
  timeMax?: ActiveTime | undefined
  /**
   * Only entries of the TWU model with exactly this name.
   */
  modelName?: WorkLedgerModelName | undefined
  /**
   * Only entries of this TWU model.
   */
  modelId?: Id | undefined
  /**
   * Only entries of models of this version.
   */
  modelVersion?: VersionNumber | undefined
  /**
   * Only entries of work on the entity with exactly this identifier.
   */
  entityId?: WorkLedgerEntityId | undefined
  /**
   * Only entries in which an operation names this agent.
   */
  agentId?: NamedAgentId | undefined
  /**
   * Only entries in which an operation names this AI model.
   */
  aiModel?: AiModel | undefined
  /**
   * Earliest time of creation, inclusive. Not after `createdTo`.
   */
  createdFrom?: Instant | undefined
  /**
   * Latest time of creation, inclusive.
   */
  createdTo?: Instant | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id.
   */
  sort?: WorkLedgerSort | undefined
  /**
   * Format of the file.
   */
  format?: WorkLedgerExportFormat | undefined
}

/**
 * What to ask for: List the operations of an entry.
 */
export interface ListWorkLedgerOperationsQuery {
  /**
   * `<field>,<asc|desc>`.
   */
  sort?: WorkLedgerOperationSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List prices of AI models.
 */
export interface ListModelPricesQuery {
  /**
   * Only prices of this AI model.
   */
  model?: AiModel | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `model` sorts without regard to case.
   */
  sort?: ModelPriceSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List TWU models.
 */
export interface ListTwuModelsQuery {
  /**
   * Matches names that contain this text, whatever the case. Nothing in it is a wildcard.
   */
  name?: string | undefined
  /**
   * Only models with this status.
   */
  status?: TwuModelStatus | undefined
  /**
   * `true`: only models with a draft, published or not; `false`: only models without one.
   */
  hasDraft?: boolean | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id. `name` sorts without regard to case.
   */
  sort?: TwuModelSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List the versions of a TWU model.
 */
export interface ListTwuModelVersionsQuery {
  /**
   * `<field>,<asc|desc>`.
   */
  sort?: TwuModelVersionSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Versions on a page. Above the maximum is an error, not a silent clamp.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: Try a version on stored executions.
 */
export interface BacktestTwuModelVersionQuery {
  /**
   * Matches entries whose title, description, id, entityId or relatedEntity contains this text, whatever the case. Nothing in it is a wildcard. Spaces around it do not count where three characters or more are left.
   */
  search?: string | undefined
  /**
   * Only entries with this execution status, or with one of several, separated by commas.
   */
  status?: WorkLedgerStatus | readonly WorkLedgerStatus[] | undefined
  /**
   * Only entries with this policy status, or with one of several, separated by commas.
   */
  policyStatus?: PolicyStatus | readonly PolicyStatus[] | undefined
  /**
   * `open`: only entries that wait for a review; `done`: only entries that were reviewed.
   */
  review?: WorkLedgerReviewState | undefined
  /**
   * `AI`: done by AI alone; `HUMAN`: by humans alone; `HYBRID`: by both. Several are separated by commas.
   */
  actors?: WorkLedgerActors | readonly WorkLedgerActors[] | undefined
  /**
   * Least cost in dollars, inclusive. Not above `costMax`.
   */
  costMin?: Cost | undefined
  /**
   * Greatest cost in dollars, inclusive.
   */
  costMax?: Cost | undefined
  /**
   * Least active time in seconds, inclusive. Not above `timeMax`.
   */
  timeMin?: ActiveTime | undefined
  /**
   * Greatest active time in seconds, inclusive.
   */
  timeMax?: ActiveTime | undefined
  /**
   * Only entries of models of this version.
   */
  modelVersion?: VersionNumber | undefined
  /**
   * Only entries of work on the entity with exactly this identifier.
   */
  entityId?: WorkLedgerEntityId | undefined
  /**
   * Earliest time of creation, inclusive. Not after `createdTo`.
   */
  createdFrom?: Instant | undefined
  /**
   * Latest time of creation, inclusive.
   */
  createdTo?: Instant | undefined
  /**
   * So many executions at most.
   */
  size?: number | undefined
}

/**
 * What to ask for: List changes.
 */
export interface ListChangesQuery {
  /**
   * Only changes of resources of this type.
   */
  resourceType?: ChangeTypeFilter | undefined
  /**
   * Only changes of the resource with this identifier. That of a model is also that of its versions.
   */
  resourceId?: Id | undefined
  /**
   * Only changes by the user or client with this identifier.
   */
  actorId?: ChangeActorId | undefined
  /**
   * Only changes that this operation or command made.
   */
  operation?: ChangeOperation | undefined
  /**
   * Earliest time of the change, inclusive, in UTC. Not after `to`.
   */
  from?: Instant | undefined
  /**
   * Latest time of the change, inclusive, in UTC.
   */
  to?: Instant | undefined
  /**
   * `<field>,<asc|desc>`.
   */
  sort?: ChangeSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List webhooks.
 */
export interface ListWebhooksQuery {
  /**
   * `<field>,<asc|desc>`. Ties are broken by id.
   */
  sort?: WebhookSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * What to ask for: List deliveries of a webhook.
 */
export interface ListWebhookDeliveriesQuery {
  /**
   * Only deliveries with this status.
   */
  status?: WebhookDeliveryStatus | undefined
  /**
   * `<field>,<asc|desc>`. Ties are broken by id.
   */
  sort?: WebhookSort | undefined
  /**
   * 0-based page number, for pages of `size` items. 400 when `page * size` exceeds 10,000, or when so many items are too large for a page (1 MiB). Without it a request begins a walk by `cursor`, which reaches everything.
   */
  page?: number | undefined
  /**
   * Items on a page. Above the maximum is an error, not a silent clamp. Without `page`, there are fewer of large items (1 MiB on a page), and the cursor of the page goes on with those that are left.
   */
  size?: number | undefined
  /**
   * The `page.next` of the page before. Bound to the filters and the sort of the list that gave it; `size` may change. Not together with `page`.
   */
  cursor?: string | undefined
}

/**
 * Every `code` of an ApiError of `instances.list`.
 */
export type ListInstancesErrorCode =
  | 'unexpected_answer'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'

/**
 * Every `code` of an ApiError of `me`.
 */
export type GetMeErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `users.list`.
 */
export type ListUsersErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `users.create`.
 */
export type CreateUserErrorCode =
  | 'unexpected_answer'
  | 'account_refused'
  | 'email_taken'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'passwords_managed_elsewhere'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'roles_managed_elsewhere'
  | 'temporarily_unavailable'
  | 'temporary_password_missing'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_deleted'
  | 'user_disabled'
  | 'username_taken'

/**
 * Every `code` of an ApiError of `users.createMany`.
 */
export type CreateUsersErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `users.get`.
 */
export type GetUserErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'user_not_found'

/**
 * Every `code` of an ApiError of `users.update`.
 */
export type UpdateUserErrorCode =
  | 'unexpected_answer'
  | 'account_refused'
  | 'account_shared'
  | 'email_taken'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'last_administrator'
  | 'malformed_json'
  | 'not_acceptable'
  | 'own_account'
  | 'own_administrator_role'
  | 'passwords_managed_elsewhere'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'roles_managed_elsewhere'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'
  | 'user_not_found'
  | 'username_taken'

/**
 * Every `code` of an ApiError of `users.delete`.
 */
export type DeleteUserErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'last_administrator'
  | 'not_acceptable'
  | 'own_account'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'user_not_found'

/**
 * Every `code` of an ApiError of `users.getAccount`.
 */
export type GetUserAccountErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'user_not_found'

/**
 * Every `code` of an ApiError of `agents.list`.
 */
export type ListAgentsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `agents.create`.
 */
export type CreateAgentErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `agents.get`.
 */
export type GetAgentErrorCode =
  | 'unexpected_answer'
  | 'agent_not_found'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `agents.update`.
 */
export type UpdateAgentErrorCode =
  | 'unexpected_answer'
  | 'agent_not_found'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `agents.delete`.
 */
export type DeleteAgentErrorCode =
  | 'unexpected_answer'
  | 'agent_not_found'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `agents.work.get`.
 */
export type GetAgentWorkErrorCode =
  | 'unexpected_answer'
  | 'agent_not_found'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.list`.
 */
export type ListIntegrationsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.create`.
 */
export type CreateIntegrationErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_integration'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.testUnsaved`.
 */
export type TestUnsavedIntegrationErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_integration'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.get`.
 */
export type GetIntegrationErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.update`.
 */
export type UpdateIntegrationErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_integration'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.delete`.
 */
export type DeleteIntegrationErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.test`.
 */
export type TestIntegrationErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.lastTest.get`.
 */
export type GetLastTestErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'integration_not_tested'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.enable`.
 */
export type EnableIntegrationErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrations.disable`.
 */
export type DisableIntegrationErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrationTypes.list`.
 */
export type ListIntegrationTypesErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `integrationTypes.get`.
 */
export type GetIntegrationTypeErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'integration_type_not_found'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.list`.
 */
export type ListWorkLedgerEntriesErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.summarise`.
 */
export type SummariseWorkLedgerErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'search_too_broad'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.export`.
 */
export type ExportWorkLedgerErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.get`.
 */
export type GetWorkLedgerEntryErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'ledger_entry_not_found'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.operations.list`.
 */
export type ListWorkLedgerOperationsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'ledger_entry_not_found'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `workLedger.review`.
 */
export type ReviewWorkLedgerEntryErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'ledger_elsewhere'
  | 'ledger_entry_not_found'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'review_not_required'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `executions.reportMany`.
 */
export type ReportExecutionsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'ledger_elsewhere'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `modelPrices.list`.
 */
export type ListModelPricesErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `modelPrices.set`.
 */
export type SetModelPriceErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'model_price_not_found'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `modelPrices.delete`.
 */
export type DeleteModelPriceErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'model_price_not_found'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `mcpAccess.get`.
 */
export type GetMcpAccessErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `mcpAccess.set`.
 */
export type SetMcpAccessErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.list`.
 */
export type ListTwuModelsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.create`.
 */
export type CreateTwuModelErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.evaluate`.
 */
export type EvaluateTwuModelErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.get`.
 */
export type GetTwuModelErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.publish`.
 */
export type PublishTwuModelErrorCode =
  | 'unexpected_answer'
  | 'draft_incomplete'
  | 'draft_missing'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `executions.report`.
 */
export type ReportExecutionErrorCode =
  | 'unexpected_answer'
  | 'execution_finished'
  | 'execution_id_taken'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'ledger_elsewhere'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'unsupported_media_type'
  | 'user_disabled'
  | 'version_not_published'

/**
 * Every `code` of an ApiError of `twuModels.versions.list`.
 */
export type ListTwuModelVersionsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.versions.create`.
 */
export type CreateTwuModelVersionErrorCode =
  | 'unexpected_answer'
  | 'draft_exists'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.versions.get`.
 */
export type GetTwuModelVersionErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.versions.update`.
 */
export type UpdateTwuModelVersionErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'unsupported_media_type'
  | 'user_disabled'
  | 'version_not_draft'

/**
 * Every `code` of an ApiError of `twuModels.versions.archive`.
 */
export type ArchiveTwuModelVersionErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.versions.compare`.
 */
export type CompareTwuModelVersionsErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `twuModels.versions.backtest`.
 */
export type BacktestTwuModelVersionErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'twu_model_not_found'
  | 'twu_model_version_not_found'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `changes.list`.
 */
export type ListChangesErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `changes.watch`.
 */
export type StreamChangesErrorCode =
  | 'unexpected_answer'
  | 'changes_expired'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `changes.get`.
 */
export type GetChangeErrorCode =
  | 'unexpected_answer'
  | 'change_not_found'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `webhooks.list`.
 */
export type ListWebhooksErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `webhooks.create`.
 */
export type CreateWebhookErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'too_many_webhooks'
  | 'unsupported_media_type'
  | 'user_disabled'

/**
 * Every `code` of an ApiError of `webhooks.get`.
 */
export type GetWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.update`.
 */
export type UpdateWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.delete`.
 */
export type DeleteWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.rotateSecret`.
 */
export type RotateWebhookSecretErrorCode =
  | 'unexpected_answer'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'precondition_failed'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.test`.
 */
export type TestWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.replay`.
 */
export type ReplayWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'malformed_json'
  | 'not_acceptable'
  | 'payload_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'unsupported_media_type'
  | 'user_disabled'
  | 'webhook_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.deliveries.list`.
 */
export type ListWebhookDeliveriesErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'not_acceptable'
  | 'page_too_deep'
  | 'page_too_large'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_not_found'

/**
 * Every `code` of an ApiError of `webhooks.deliveries.redeliver`.
 */
export type RedeliverWebhookErrorCode =
  | 'unexpected_answer'
  | 'instance_not_found'
  | 'instance_suspended'
  | 'internal_error'
  | 'invalid_request'
  | 'not_acceptable'
  | 'rate_limited'
  | 'role_missing'
  | 'temporarily_unavailable'
  | 'token_expired'
  | 'token_invalid'
  | 'token_missing'
  | 'user_disabled'
  | 'webhook_delivery_not_found'
  | 'webhook_disabled'
  | 'webhook_not_found'

/** The codes of each operation's errors, by its name. */
export interface ErrorCodes {
  'instances.list': ListInstancesErrorCode
  'me': GetMeErrorCode
  'users.list': ListUsersErrorCode
  'users.create': CreateUserErrorCode
  'users.createMany': CreateUsersErrorCode
  'users.get': GetUserErrorCode
  'users.update': UpdateUserErrorCode
  'users.delete': DeleteUserErrorCode
  'users.getAccount': GetUserAccountErrorCode
  'agents.list': ListAgentsErrorCode
  'agents.create': CreateAgentErrorCode
  'agents.get': GetAgentErrorCode
  'agents.update': UpdateAgentErrorCode
  'agents.delete': DeleteAgentErrorCode
  'agents.work.get': GetAgentWorkErrorCode
  'integrations.list': ListIntegrationsErrorCode
  'integrations.create': CreateIntegrationErrorCode
  'integrations.testUnsaved': TestUnsavedIntegrationErrorCode
  'integrations.get': GetIntegrationErrorCode
  'integrations.update': UpdateIntegrationErrorCode
  'integrations.delete': DeleteIntegrationErrorCode
  'integrations.test': TestIntegrationErrorCode
  'integrations.lastTest.get': GetLastTestErrorCode
  'integrations.enable': EnableIntegrationErrorCode
  'integrations.disable': DisableIntegrationErrorCode
  'integrationTypes.list': ListIntegrationTypesErrorCode
  'integrationTypes.get': GetIntegrationTypeErrorCode
  'workLedger.list': ListWorkLedgerEntriesErrorCode
  'workLedger.summarise': SummariseWorkLedgerErrorCode
  'workLedger.export': ExportWorkLedgerErrorCode
  'workLedger.get': GetWorkLedgerEntryErrorCode
  'workLedger.operations.list': ListWorkLedgerOperationsErrorCode
  'workLedger.review': ReviewWorkLedgerEntryErrorCode
  'executions.reportMany': ReportExecutionsErrorCode
  'modelPrices.list': ListModelPricesErrorCode
  'modelPrices.set': SetModelPriceErrorCode
  'modelPrices.delete': DeleteModelPriceErrorCode
  'mcpAccess.get': GetMcpAccessErrorCode
  'mcpAccess.set': SetMcpAccessErrorCode
  'twuModels.list': ListTwuModelsErrorCode
  'twuModels.create': CreateTwuModelErrorCode
  'twuModels.evaluate': EvaluateTwuModelErrorCode
  'twuModels.get': GetTwuModelErrorCode
  'twuModels.publish': PublishTwuModelErrorCode
  'executions.report': ReportExecutionErrorCode
  'twuModels.versions.list': ListTwuModelVersionsErrorCode
  'twuModels.versions.create': CreateTwuModelVersionErrorCode
  'twuModels.versions.get': GetTwuModelVersionErrorCode
  'twuModels.versions.update': UpdateTwuModelVersionErrorCode
  'twuModels.versions.archive': ArchiveTwuModelVersionErrorCode
  'twuModels.versions.compare': CompareTwuModelVersionsErrorCode
  'twuModels.versions.backtest': BacktestTwuModelVersionErrorCode
  'changes.list': ListChangesErrorCode
  'changes.watch': StreamChangesErrorCode
  'changes.get': GetChangeErrorCode
  'webhooks.list': ListWebhooksErrorCode
  'webhooks.create': CreateWebhookErrorCode
  'webhooks.get': GetWebhookErrorCode
  'webhooks.update': UpdateWebhookErrorCode
  'webhooks.delete': DeleteWebhookErrorCode
  'webhooks.rotateSecret': RotateWebhookSecretErrorCode
  'webhooks.test': TestWebhookErrorCode
  'webhooks.replay': ReplayWebhookErrorCode
  'webhooks.deliveries.list': ListWebhookDeliveriesErrorCode
  'webhooks.deliveries.redeliver': RedeliverWebhookErrorCode
}

/** What the service has outside of its instances. */
export interface ServiceResources {
  readonly instances: Instances
}

/** The methods of `instances`. */
export interface Instances {
  /**
   * List instances. The instances that the caller's token opens, with the caller's roles in each: none for a disabled user. A user interface offers them to choose from. Open without a role, too.
   * @example
   * for await (const instance of client.instances.list({ sort: 'name,asc' })) {
   *   console.log(instance)
   * }
   */
  list(query?: ListInstancesQuery, options?: CallOptions): ListCall<Instance>
}

/** What an instance has. */
export interface Resources {
  /**
   * Read the caller. Who the caller is in this instance, with which roles, and the operations that these open. A user interface shows nothing else. Open without a role, too: then there are no roles and no operations.
   * @example
   * const me = await acme.me()
   */
  me(options?: CallOptions): Call<Me>
  readonly users: Users
  readonly agents: Agents
  readonly integrations: Integrations
  readonly integrationTypes: IntegrationTypes
  readonly workLedger: WorkLedger
  readonly executions: Executions
  readonly modelPrices: ModelPrices
  readonly mcpAccess: McpAccess
  readonly twuModels: TwuModels
  readonly changes: Changes
  readonly webhooks: Webhooks
}

/** The methods of `users`. */
export interface Users {
  /**
   * List users. The users of the instance, by default the most recently changed first.
   * @example
   * for await (const user of acme.users.list({ username: 'ada' })) {
   *   console.log(user)
   * }
   */
  list(query?: ListUsersQuery, options?: CallOptions): ListCall<User>
  /**
   * Create a user. Creates an enabled user, and an account at the identity provider: both or neither. Username and email address are unique in the instance, whatever the case. The user must replace the temporary password at the first login.
   * @example
   * const user = await acme.users.create({
   *   username: 'ada',
   *   email: 'ada@example.com',
   *   name: 'Ada',
   *   familyName: 'Lovelace',
   *   roles: ['Manager'],
   *   temporaryPassword: 'correct-horse-battery',
   * })
   */
  create(body: UserCreate, options?: PostOptions): VersionedCall<User>
  /**
   * Create many users. Creates up to 200 users as `createUser` does, each whole or not at all: a user that cannot be created hinders no other. The answer has a result for each user, in the order of the request. A body that breaks the contract is 400 as a whole, and creates nobody. Each user counts as a request for the rate limit. Where the identity provider is so slow that there is no time left, the users that are left get 503 in their result: send those again.
   * @example
   * const userBatchResult = await acme.users.createMany({
   *   users: [
   *     {
   *       username: 'grace',
   *       email: 'grace@example.com',
   *       name: 'Grace',
   *       familyName: 'Hopper',
   *       roles: ['Editor'],
   *       temporaryPassword: 'correct-horse-battery',
   *     },
   *     {
   *       username: 'charles',
   *       email: 'charles@example.com',
   *       name: 'Charles',
   *       temporaryPassword: 'correct-horse-battery',
   *     },
   *   ],
   * })
   */
  createMany(body: UserBatch, options?: PostOptions): Call<UserBatchResult>
  /**
   * Read a user. One user of the instance.
   * @example
   * const user = await acme.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
   */
  get(userId: Id, options?: CallOptions): VersionedCall<User>
  /**
   * Update a user. Changes what is sent and keeps the rest; null clears an optional name. `enabled: false` and other `roles` take effect at the next request with a token of that user. A `temporaryPassword` must be changed at the next login, and gives an account to a user who has none. The account at the identity provider changes together with the user; where the provider cannot be reached, nothing is changed, except that a user is disabled here at once and there later (unless names, email address or password are to change, too). Users cannot disable themselves or take the Administrator role from themselves, and the last enabled administrator of an instance stays; a client with a token of its own may do both. Where the operator keeps the account of a user (`account_shared`), names, email address and password cannot be changed here; roles and `enabled` can, and concern this instance alone.
   * @example
   * const { version } = await acme.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11').withResponse()
   * const user = await acme.users.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { enabled: false }, { ifMatch: version })
   */
  update(userId: Id, body: UserUpdate, options?: ChangeOptions): VersionedCall<User>
  /**
   * Delete a user. Deletes the user for good, with all that is known of the person: also in the answers that are kept for an `Idempotency-Key`. What the work ledger says stays. The user counts no more from the next request on. The account at the identity provider is removed if it was created here, and closed if it was there before: now, or when the provider can be reached again. Users cannot delete themselves, and the last enabled administrator of an instance stays; a client with a token of its own may delete any user.
   * @example
   * await acme.users.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
   */
  delete(userId: Id, options?: ChangeOptions): Call<undefined>
  /**
   * Read the account of a user. What the identity provider says of the account with which the user signs in, asked now: 503 when it cannot be reached. What it does not tell is null. No list has this.
   * @example
   * const userAccount = await acme.users.getAccount('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11')
   */
  getAccount(userId: Id, options?: CallOptions): Call<UserAccount>
}

/** The methods of `agents`. */
export interface Agents {
  /**
   * List agents. The agents of the instance, by default by name.
   * @example
   * for await (const agent of acme.agents.list({ type: 'AI' })) {
   *   console.log(agent)
   * }
   */
  list(query?: ListAgentsQuery, options?: CallOptions): ListCall<Agent>
  /**
   * Create an agent. Creates an AI agent, which needs a `model`, or a human one, which has none.
   * @example
   * const agent = await acme.agents.create({
   *   name: 'Grace Hopper',
   *   type: 'HUMAN',
   *   active: true,
   *   capabilities: ['customer support', 'leadership'],
   *   priority: 'medium',
   * })
   */
  create(body: AgentInput, options?: PostOptions): VersionedCall<Agent>
  /**
   * Read an agent. One agent of the instance.
   * @example
   * const agent = await acme.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21')
   */
  get(agentId: Id, options?: CallOptions): VersionedCall<Agent>
  /**
   * Replace an agent. Replaces the agent; an optional field that is left out becomes empty. `active` activates and deactivates.
   * @example
   * const { version } = await acme.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21').withResponse()
   * const agent = await acme.agents.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21', {
   *   name: 'Grace Hopper',
   *   type: 'HUMAN',
   *   active: true,
   *   capabilities: ['customer support', 'leadership'],
   *   priority: 'medium',
   * }, { ifMatch: version })
   */
  update(agentId: Id, body: AgentInput, options?: ChangeOptions): VersionedCall<Agent>
  /**
   * Delete an agent. Deletes the agent for good.
   * @example
   * await acme.agents.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21')
   */
  delete(agentId: Id, options?: ChangeOptions): Call<undefined>
  readonly work: AgentsWork
}

/** The methods of `work`. */
export interface AgentsWork {
  /**
   * Read what an agent did. The agent's own share of the work ledger in a range of days, in total, by day and by AI model, beside the range of as many days before. An agent that was deleted, or that only reports name, has its work, too.
   * @example
   * const agentWork = await acme.agents.work.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { from: '2026-11-01' })
   */
  get(agentId: NamedAgentId, query?: GetAgentWorkQuery, options?: CallOptions): Call<AgentWork>
}

/** The methods of `integrations`. */
export interface Integrations {
  /** List integrations, all of one `type`: typed as that. */
  list<Type extends keyof IntegrationByType>(query: ListIntegrationsQuery & { type: Type }, options?: CallOptions): ListCall<IntegrationByType[Type]>
  /**
   * List integrations. The integrations of the instance, by default by name.
   * @example
   * for await (const integration of acme.integrations.list({ type: 'SALESFORCE' })) {
   *   console.log(integration)
   * }
   */
  list(query?: ListIntegrationsQuery, options?: CallOptions): ListCall<Integration>
  /** Create an integration, typed by its `type`. */
  create<Type extends keyof IntegrationByType>(body: IntegrationInput & { type: Type }, options?: PostOptions): VersionedCall<IntegrationByType[Type]>
  /**
   * Create an integration. Creates an integration with status `connecting`. A first connection check follows in the background, usually within seconds: success makes it `active`, failure `error`. `metadata` takes the fields of the type, secrets included; `GET .../integration-types/{type}` says which. Secrets are stored encrypted and never come back.
   * @example
   * const integration = await acme.integrations.create({
   *   name: 'Support workspace',
   *   description: 'Posts hand-overs to the support channel.',
   *   type: 'SLACK',
   *   metadata: { botToken: 'your-bot-token' },
   * })
   */
  create(body: IntegrationInput, options?: PostOptions): VersionedCall<Integration>
  /**
   * Test an integration before it is saved. Calls the external system with the configuration of the request, as a test of a stored integration does, and stores nothing. With `integrationId`, the stored secrets of that integration stand in for those that `metadata` leaves out, unless a host or URL differs from the stored one. What could not be saved is refused (422). Callers have a rate limit of its own for it.
   * @example
   * const connectionTestReport = await acme.integrations.testUnsaved({
   *   type: 'SLACK',
   *   metadata: {},
   *   integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   * })
   */
  testUnsaved(body: ConnectionTestInput, options?: CallOptions): Call<ConnectionTestReport>
  /**
   * Read an integration. One integration of the instance, without its secrets; `configuredSecrets` names those that are set.
   * @example
   * const integration = await acme.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  get(integrationId: Id, options?: CallOptions): VersionedCall<Integration>
  /** Replace an integration, typed by its `type`. */
  update<Type extends keyof IntegrationByType>(integrationId: Id, body: IntegrationUpdate & { type: Type }, options?: ChangeOptions): VersionedCall<IntegrationByType[Type]>
  /**
   * Replace an integration. Replaces the integration, except that secrets which `metadata` leaves out are kept. A changed host or URL asks for the secrets again. `type` cannot change. A changed `metadata` sets the status back to `connecting` until a background check has tried it, unless the integration is disabled.
   * @example
   * const { version } = await acme.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31').withResponse()
   * const integration = await acme.integrations.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31', {
   *   name: 'Support workspace',
   *   description: 'Posts hand-overs to the support channel.',
   *   type: 'SLACK',
   *   metadata: { botToken: 'your-bot-token' },
   * }, { ifMatch: version })
   */
  update(integrationId: Id, body: IntegrationUpdate, options?: ChangeOptions): VersionedCall<Integration>
  /**
   * Delete an integration. Deletes the integration and its secrets for good.
   * @example
   * await acme.integrations.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  delete(integrationId: Id, options?: ChangeOptions): Call<undefined>
  /**
   * Test an integration. Calls the external system with the stored configuration and says how that went. Every completed test is 200, whatever its outcome. Sets `isHealthy`, `lastHealthCheck`, `lastTest` and, unless the integration is disabled, the status. Takes at most 10 seconds.
   * @example
   * const connectionTest = await acme.integrations.test('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  test(integrationId: Id, options?: TransitionOptions): Call<ConnectionTest>
  readonly lastTest: IntegrationsLastTest
  /**
   * Enable an integration. An `inactive` integration becomes `connecting` and is checked in the background; any other stays as it is.
   * @example
   * const integration = await acme.integrations.enable('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  enable(integrationId: Id, options?: TransitionOptions): VersionedCall<Integration>
  /**
   * Disable an integration. Whatever its status was, the integration becomes `inactive` and keeps its configuration.
   * @example
   * const integration = await acme.integrations.disable('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  disable(integrationId: Id, options?: TransitionOptions): VersionedCall<Integration>
}

/** The methods of `lastTest`. */
export interface IntegrationsLastTest {
  /**
   * Read the last test of an integration. How far the last connection test came, step by step, whether a caller asked for it or the background check made it. The integration itself has the outcome and the message as `lastTest`.
   * @example
   * const connectionTestReport = await acme.integrations.lastTest.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31')
   */
  get(integrationId: Id, options?: CallOptions): Call<ConnectionTestReport>
}

/** The methods of `integrationTypes`. */
export interface IntegrationTypes {
  /**
   * List integration types. The types that an integration can have, with the fields of their configuration forms.
   * @example
   * for await (const integrationType of acme.integrationTypes.list({ group: 'crm_sales' })) {
   *   console.log(integrationType)
   * }
   */
  list(query?: ListIntegrationTypesQuery, options?: CallOptions): ListCall<IntegrationType>
  /**
   * Read an integration type. One integration type, with the fields of its configuration form.
   * @example
   * const integrationType = await acme.integrationTypes.get('SLACK')
   */
  get(type: IntegrationTypeName, options?: CallOptions): VersionedCall<IntegrationType>
}

/** The methods of `workLedger`. */
export interface WorkLedger {
  /**
   * List work ledger entries. Records of executed work, by default the newest first. Filters narrow each other.
   * @example
   * for await (const workLedgerEntry of acme.workLedger.list({ search: 'refund' })) {
   *   console.log(workLedgerEntry)
   * }
   */
  list(query?: ListWorkLedgerEntriesQuery, options?: CallOptions): ListCall<WorkLedgerEntry>
  /**
   * Summarise the work ledger. How many entries there are, what they cost and how long they took: in total, and by one of their properties. The filters are those of the list. Sums are of decimals: exact, and rounded once, half up, to 12 decimals. A search that finds more than 100,000 entries is refused with 422. By agent or AI model, each has its own share of an entry and not the whole of it, and `rest` is what no group has.
   * @example
   * const workLedgerSummary = await acme.workLedger.summarise({ search: 'refund' })
   */
  summarise(query?: SummariseWorkLedgerQuery, options?: CallOptions): Call<WorkLedgerSummary>
  /**
   * Export the work ledger. Every entry that the filters leave, in the order of `sort`, as a file to download. It is sent while it is read: entries that are added or updated meanwhile may be missing or in either state. No entry comes twice as long as its `sort` property does not change: `createdAt` does not. A transfer that ends early is an error of the connection, never a complete answer. A server runs 4 exports at a time, 2 of one caller, and answers 503 to more. One whose client takes nothing, or next to nothing, for 45 seconds is ended: read at least 64 KiB a second.
   * @example
   * const file = await acme.workLedger.export({ search: 'refund' })
   */
  export(query?: ExportWorkLedgerQuery, options?: CallOptions): FileCall
  /**
   * Read a work ledger entry. One record of executed work.
   * @example
   * const workLedgerEntry = await acme.workLedger.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41')
   */
  get(entryId: Id, options?: CallOptions): VersionedCall<WorkLedgerEntry>
  readonly operations: WorkLedgerOperations
  /**
   * Review an entry. Decides about an entry that is finished (`completed` or `failed`) and whose policy status is `review_required`. The entry then has the decided policy status, and keeps the computed one in `review`. Each entry is reviewed once.
   * @example
   * const workLedgerEntry = await acme.workLedger.review('refund-48-1177', { policyStatus: 'compliant', reason: 'The policy was checked by phone.' })
   */
  review(entryId: Id, body: WorkLedgerDecision, options?: TransitionOptions): VersionedCall<WorkLedgerEntry>
}

/** The methods of `operations`. */
export interface WorkLedgerOperations {
  /**
   * List the operations of an entry. What was done in an execution, as it was reported. Imported entries have none.
   * @example
   * for await (const workLedgerOperation of acme.workLedger.operations.list('refund-48-1177', { sort: 'position,asc' })) {
   *   console.log(workLedgerOperation)
   * }
   */
  list(entryId: Id, query?: ListWorkLedgerOperationsQuery, options?: CallOptions): ListCall<WorkLedgerOperation>
}

/** The methods of `executions`. */
export interface Executions {
  /**
   * Report many executions. Takes up to 1,000 reports as `reportExecution` does, in their order; a report that is refused hinders no other. The answer has a result for each. A body that breaks the contract is 400 as a whole, and nothing of it is taken. The service computes for two seconds at most: the reports that are left get `not_taken` in their result. Send those again. A batch counts as one request for the rate limit.
   * @example
   * const executionBatchResult = await acme.executions.reportMany([
   *   {
   *     modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *     id: 'refund-48-1177',
   *     title: 'Refund order 48-1177',
   *     description: 'Checked the order against the refund policy and paid the amount back.',
   *     status: 'completed',
   *     entityId: 'order-48-1177',
   *     relatedEntity: 'Order 48-1177',
   *     startedAt: '2026-11-20T08:14:03.120Z',
   *     operations: [
   *       {
   *         action: 'checkPolicy',
   *         actor: 'AI',
   *         activeTime: 1.2,
   *         cost: 0.02,
   *         startedAt: '2026-11-20T08:14:03.120Z',
   *       },
   *       {
   *         action: 'payRefund',
   *         actor: 'HUMAN',
   *         activeTime: 156.7,
   *         cost: 0.4,
   *         startedAt: '2026-11-20T08:14:20.000Z',
   *       },
   *     ],
   *   },
   *   {
   *     modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *     id: 'refund-48-1178',
   *     title: 'Refund order 48-1177',
   *     description: 'Checked the order against the refund policy and paid the amount back.',
   *     status: 'completed',
   *     entityId: 'order-48-1178',
   *     relatedEntity: 'Order 48-1177',
   *     startedAt: '2026-11-20T08:14:03.120Z',
   *     operations: [
   *       {
   *         action: 'checkPolicy',
   *         actor: 'AI',
   *         activeTime: 1.2,
   *         cost: 0.02,
   *         startedAt: '2026-11-20T08:14:03.120Z',
   *       },
   *       {
   *         action: 'payRefund',
   *         actor: 'HUMAN',
   *         activeTime: 156.7,
   *         cost: 0.4,
   *         startedAt: '2026-11-20T08:14:20.000Z',
   *       },
   *     ],
   *   },
   * ])
   */
  reportMany(body: ExecutionBatch, options?: CallOptions): Call<ExecutionBatchResult>
  /**
   * Report an execution. Says what was done by a published version of a model. The service computes the outcomes, the policy status, the actors, the active time and the cost, and writes the work ledger entry. Until an execution is finished (`completed` or `failed`), a report with the same `id` replaces the one before. The same report again changes nothing, so that a report without an answer may be repeated. The first report decides about the version and about `createdAt`. A cost that is left out is computed by the price of the AI model before anything else.
   * @example
   * const workLedgerEntry = await acme.executions.report('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', {
   *   id: 'refund-48-1177',
   *   title: 'Refund order 48-1177',
   *   description: 'Checked the order against the refund policy and paid the amount back.',
   *   status: 'completed',
   *   entityId: 'order-48-1177',
   *   relatedEntity: 'Order 48-1177',
   *   startedAt: '2026-11-20T08:14:03.120Z',
   *   operations: [
   *     {
   *       action: 'checkPolicy',
   *       actor: 'AI',
   *       activeTime: 1.2,
   *       cost: 0.02,
   *       startedAt: '2026-11-20T08:14:03.120Z',
   *     },
   *     {
   *       action: 'payRefund',
   *       actor: 'HUMAN',
   *       activeTime: 156.7,
   *       cost: 0.4,
   *       startedAt: '2026-11-20T08:14:20.000Z',
   *     },
   *   ],
   * })
   */
  report(modelId: Id, body: ExecutionReport, options?: CallOptions): VersionedCall<WorkLedgerEntry>
}

/** The methods of `modelPrices`. */
export interface ModelPrices {
  /**
   * List prices of AI models. The prices by which the service computes costs that a report leaves out, by default by model.
   * @example
   * for await (const modelPrice of acme.modelPrices.list({ model: 'claude-sonnet-4-5' })) {
   *   console.log(modelPrice)
   * }
   */
  list(query?: ListModelPricesQuery, options?: CallOptions): ListCall<ModelPrice>
  /**
   * Set a price of an AI model. Sets the price that a model has from a day on, until the day of its next price. A price for the same model and day is replaced. Only reports that come from then on are computed by it, also those of work from before: what is stored stays as it is.
   * @example
   * const modelPrice = await acme.modelPrices.set({
   *   model: 'claude-sonnet-4-5',
   *   validFrom: '2026-11-01',
   *   input: 3,
   *   cachedInput: 0.3,
   *   cacheWrite: 3.75,
   *   output: 15,
   * })
   */
  set(body: ModelPriceInput, options?: ChangeOptions): VersionedCall<ModelPrice>
  /**
   * Delete a price of an AI model. Takes back a price that was set for a wrong model or day. The price before it then holds on. Costs that were computed by it stay as they are.
   * @example
   * await acme.modelPrices.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71')
   */
  delete(priceId: Id, options?: ChangeOptions): Call<undefined>
}

/** The methods of `mcpAccess`. */
export interface McpAccess {
  /**
   * Read what assistants may change. The operations that change something and that assistants may call in this instance. Until somebody sets them, there are none.
   * @example
   * const assistantAccess = await acme.mcpAccess.get()
   */
  get(options?: CallOptions): VersionedCall<AssistantAccess>
  /**
   * Set what assistants may change. Sets the operations that change something and that assistants may call in this instance, whoever they work for; the roles of that person still count. What is left out is closed to assistants. An operation that deletes needs `deletes` as well. No assistant can be given this operation.
   * @example
   * const { version } = await acme.mcpAccess.get().withResponse()
   * const assistantAccess = await acme.mcpAccess.set({ operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false }, { ifMatch: version })
   */
  set(body: AssistantAccessInput, options?: ChangeOptions): VersionedCall<AssistantAccess>
}

/** The methods of `twuModels`. */
export interface TwuModels {
  /**
   * List TWU models. The TWU models of the instance without their definitions, by default the most recently changed first.
   * @example
   * for await (const twuModelSummary of acme.twuModels.list({ name: 'refund' })) {
   *   console.log(twuModelSummary)
   * }
   */
  list(query?: ListTwuModelsQuery, options?: CallOptions): ListCall<TwuModelSummary>
  /**
   * Save a TWU model as a draft. Creates a model whose version 1 is a draft. A draft may have gaps; they are checked when it is published.
   * @example
   * const twuModel = await acme.twuModels.create({
   *   name: 'Ticket triage',
   *   description: 'Sends tickets to the right queue.',
   *   entities: [{ name: 'ticket' }],
   * })
   */
  create(body: TwuModelInput, options?: PostOptions): VersionedCall<TwuModel>
  /**
   * Try a TWU model. Computes what a model says of work operations: its outcomes, its policies, the sums of the work, and its cases. The model is a `definition` of the request or a stored version: `modelId` with `version`, or the version that the model shows. Nothing is stored, and nothing about the model is refused: what cannot be computed is a fault in the answer. A model that would take too long for these operations has this fault at each outcome. When many models are tried at once, or one takes longer than two seconds, the answer is 503.
   * @example
   * const twuEvaluation = await acme.twuModels.evaluate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   version: 1,
   *   operations: [
   *     {
   *       action: 'checkPolicy',
   *       actor: 'AI',
   *       startedAt: '2026-11-21T09:30:00.000Z',
   *       activeTime: 12,
   *       cost: 0.04,
   *     },
   *     {
   *       action: 'payRefund',
   *       actor: 'AI',
   *       startedAt: '2026-11-21T09:31:00.000Z',
   *       activeTime: 3,
   *       cost: 0.01,
   *     },
   *   ],
   * })
   */
  evaluate(body: TwuEvaluationInput, options?: CallOptions): Call<TwuEvaluation>
  /**
   * Read a TWU model. One TWU model with the definitions of the version that it shows: its newest published version; without one its draft; without either its newest version. `draftVersion` tells of a draft that is not shown.
   * @example
   * const twuModel = await acme.twuModels.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51')
   */
  get(modelId: Id, options?: CallOptions): VersionedCall<TwuModel>
  /**
   * Publish the draft. Publishes the draft of the model, so that the version is available for use; it never changes again. The draft needs entities, actions, events and outcomes, references that resolve, expressions that compile and cases that are met; otherwise 422 points at every fault. Older published versions stay published. `If-Match` takes the `ETag` of the draft's version, or of the model, which changes with each of its versions.
   * @example
   * const twuModelVersion = await acme.twuModels.publish('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51')
   */
  publish(modelId: Id, options?: TransitionOptions): VersionedCall<TwuModelVersion>
  readonly versions: TwuModelsVersions
}

/** The methods of `versions`. */
export interface TwuModelsVersions {
  /**
   * List the versions of a TWU model. The versions with their full definitions, by default the newest first, as an array. When there are more than `size`, the `Link` header has the next page.
   * @example
   * for await (const twuModelVersion of acme.twuModels.versions.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' })) {
   *   console.log(twuModelVersion)
   * }
   */
  list(modelId: Id, query?: ListTwuModelVersionsQuery, options?: CallOptions): ListCall<TwuModelVersion, CursorInfo>
  /**
   * Create a new version. Creates the next version of the model as a draft. A model has one draft at a time. Older versions stay as they are.
   * @example
   * const twuModelVersion = await acme.twuModels.versions.create('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', {
   *   name: 'Ticket triage',
   *   description: 'Sends tickets to the right queue.',
   *   entities: [{ name: 'ticket' }],
   * })
   */
  create(modelId: Id, body: TwuModelInput, options?: PostOptions): VersionedCall<TwuModelVersion>
  /**
   * Read a version. One version of the model with its full definitions.
   * @example
   * const twuModelVersion = await acme.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1)
   */
  get(modelId: Id, version: VersionNumber, options?: CallOptions): VersionedCall<TwuModelVersion>
  /**
   * Edit a draft. Replaces name, description and definitions of a draft. A published or archived version never changes. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
   * @example
   * const { version } = await acme.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1).withResponse()
   * const twuModelVersion = await acme.twuModels.versions.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, {
   *   name: 'Ticket triage',
   *   description: 'Sends tickets to the right queue.',
   *   entities: [{ name: 'ticket' }],
   * }, { ifMatch: version })
   */
  update(modelId: Id, version: VersionNumber, body: TwuModelInput, options?: ChangeOptions): VersionedCall<TwuModelVersion>
  /**
   * Archive a version. Archives a version: it stays readable and is no longer for use. Archiving a draft discards it, so that another version can be created. An archived version stays archived. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
   * @example
   * const twuModelVersion = await acme.twuModels.versions.archive('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1)
   */
  archive(modelId: Id, version: VersionNumber, options?: TransitionOptions): VersionedCall<TwuModelVersion>
  /**
   * Compare two versions. What differs between two versions of the model, from the older to the newer one, whichever is named first: the definitions that were added, removed or changed, and what both versions say of the cases of the newer one. Definitions are matched by name: a renamed one was removed and added. When many models are evaluated at once, or the comparison takes longer than two seconds, the answer is 503.
   * @example
   * const twuComparison = await acme.twuModels.versions.compare('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, 2)
   */
  compare(modelId: Id, version: VersionNumber, other: VersionNumber, options?: CallOptions): Call<TwuComparison>
  /**
   * Try a version on stored executions. What a draft or another version would have said of executions of this model: the newest ones that were reported, or the newest that the filters leave. Nothing is stored. The service computes for two seconds at most, the newest executions first, and says how many it came to. When many models are evaluated at once, the answer is 503.
   * @example
   * const twuBacktest = await acme.twuModels.versions.backtest('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, { search: 'refund' })
   */
  backtest(modelId: Id, version: VersionNumber, query?: BacktestTwuModelVersionQuery, options?: CallOptions): Call<TwuBacktest>
}

/** The methods of `changes`. */
export interface Changes {
  /**
   * List changes. What was changed in the instance, by whom and when, the newest first. Filters narrow each other. Only changes of what the caller may read are listed.
   * @example
   * for await (const change of acme.changes.list({ resourceType: 'agent' })) {
   *   console.log(change)
   * }
   */
  list(query?: ListChangesQuery, options?: CallOptions): ListCall<Change>
  /**
   * Follow the changes. Server-sent events, one for each change in the order of their numbers, as soon as it is made: an event `change` whose data is a `ChangeNotice`, without names and values. Only changes of what the caller may read are sent; an event `bookmark` moves the position on past the others. The `id` of an event is its position: send the last one as `Last-Event-ID`, as browsers do, or as `after`, and nothing is missed and nothing comes twice. Without a position the stream begins with a bookmark and what is changed from then on. A position whose changes are no longer kept, which was never reached, or which is from before the database was restored or its standby took over, is 410: read again what you show, then follow without a position. A comment every 15 seconds keeps the connection open. The stream ends with the token, within 5 seconds of a change of the caller's roles or a suspension of the instance, and when the server stops: connect again. A server has 1,000 streams at a time, 20 of one caller, and answers 503 to more.
   * @example
   * for await (const event of acme.changes.watch({ after: '4711-6edf7e7b' })) {
   *   console.log(event)
   * }
   */
  watch(options?: WatchOptions): AsyncGenerator<WatchEvent, void>
  /**
   * Read a change. One change of the instance. It is never changed itself, unless values are erased from it.
   * @example
   * const change = await acme.changes.get(4711)
   */
  get(sequence: ChangeSequence, options?: CallOptions): Call<Change>
}

/** The methods of `webhooks`. */
export interface Webhooks {
  /**
   * List webhooks. The webhooks of the instance, by default the newest first. An instance has at most 20.
   * @example
   * for await (const webhook of acme.webhooks.list({ sort: 'createdAt,desc' })) {
   *   console.log(webhook)
   * }
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): ListCall<Webhook>
  /**
   * Create a webhook. Creates a webhook: from now on the service sends a POST to `url` for each change that is one of `events`. The answer shows the secret that signs them, this once.
   * @example
   * const webhookWithSecret = await acme.webhooks.create({
   *   url: 'https://hooks.example.com/instance-admin',
   *   events: ['integration.broken', 'integration.recovered'],
   *   description: 'Tells the people on call',
   *   enabled: true,
   * })
   */
  create(body: WebhookInput, options?: PostOptions): VersionedCall<WebhookWithSecret>
  /**
   * Read a webhook. One webhook of the instance, without its secret.
   * @example
   * const webhook = await acme.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
   */
  get(webhookId: Id, options?: CallOptions): VersionedCall<Webhook>
  /**
   * Replace a webhook. Replaces the webhook; its secret stays. A webhook that is enabled again goes on with the changes from then on: those made meanwhile are sent by a replay only. What waits for a webhook that is disabled is not sent.
   * @example
   * const { version } = await acme.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61').withResponse()
   * const webhook = await acme.webhooks.update('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', {
   *   url: 'https://hooks.example.com/instance-admin',
   *   events: ['integration.broken', 'integration.recovered'],
   *   description: 'Tells the people on call',
   *   enabled: true,
   * }, { ifMatch: version })
   */
  update(webhookId: Id, body: WebhookInput, options?: ChangeOptions): VersionedCall<Webhook>
  /**
   * Delete a webhook. Deletes the webhook with its secret and its deliveries for good.
   * @example
   * await acme.webhooks.delete('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
   */
  delete(webhookId: Id, options?: ChangeOptions): Call<undefined>
  /**
   * Give a webhook a new secret. Gives the webhook a new secret, which the answer shows this once. For 24 hours each request has two signatures, by the new secret and by the one before.
   * @example
   * const webhookWithSecret = await acme.webhooks.rotateSecret('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
   */
  rotateSecret(webhookId: Id, options?: TransitionOptions): VersionedCall<WebhookWithSecret>
  /**
   * Test a webhook. Sends an event `webhook.test`, like any other delivery. The delivery says how that goes. Callers have a rate limit of its own for it.
   * @example
   * const webhookDelivery = await acme.webhooks.test('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61')
   */
  test(webhookId: Id, options?: CallOptions): Call<WebhookDelivery>
  /**
   * Replay changes to a webhook. Sends the changes of a range of numbers that are among the webhook's events, whether or not they were sent before; what is about to be sent anyway is sent once. At most 1,000 changes are looked through at once: `next` says where to go on. Callers have a rate limit of its own for it.
   * @example
   * const webhookReplay = await acme.webhooks.replay('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { from: 4700, to: 4720 })
   */
  replay(webhookId: Id, body: WebhookReplayInput, options?: CallOptions): Call<WebhookReplay>
  readonly deliveries: WebhooksDeliveries
}

/** The methods of `deliveries`. */
export interface WebhooksDeliveries {
  /**
   * List deliveries of a webhook. What was sent to the webhook in the last 30 days, at most the last 10,000 deliveries, by default the newest first. What the receiver answered is not kept, but for its status.
   * @example
   * for await (const webhookDelivery of acme.webhooks.deliveries.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' })) {
   *   console.log(webhookDelivery)
   * }
   */
  list(webhookId: Id, query?: ListWebhookDeliveriesQuery, options?: CallOptions): ListCall<WebhookDelivery>
  /**
   * Send a delivery again. Sends the delivery again, with the same `webhook-id`, whatever became of it. One that waits for a later attempt is sent now; one that is about to be sent anyway stays as it is. Callers have a rate limit of its own for it.
   * @example
   * const webhookDelivery = await acme.webhooks.deliveries.redeliver('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61')
   */
  redeliver(webhookId: Id, deliveryId: Id, options?: CallOptions): Call<WebhookDelivery>
}

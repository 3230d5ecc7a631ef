// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

/**
 * A block for each resource: its name and path. A line for each of its methods: rest of the path, HTTP method, traits,
 * name, and what failed after "Failed to". Traits: takes a (b)ody or a (q)uery, answers with a (l)ist (that
 * is a bare (a)rray), a (f)ile or (n)othing.
 */
export const table = `users,/users
,get,ql,list,fetch users
,post,b,create,create user
/{userId},get,,get,fetch user
/{userId},put,b,update,update user

agents,/agents
,get,ql,list,fetch agents
,post,b,create,create agent
/{agentId},get,,get,fetch agent
/{agentId},put,b,update,update agent
/{agentId},delete,n,delete,delete agent

integrations,/integrations
,get,ql,list,fetch integrations
,post,b,create,create integration
/{integrationId},get,,get,fetch integration
/{integrationId},put,b,update,update integration
/{integrationId},delete,n,delete,delete integration
/{integrationId}/test,post,,test,test integration
/{integrationId}/enable,post,,enable,enable integration
/{integrationId}/disable,post,,disable,disable integration

integrationTypes,/integration-types
,get,ql,list,fetch integration types
/{type},get,,get,fetch integration type

workLedger,/work-ledger
,get,ql,list,fetch work ledger entries
/summary,get,q,summarise,summarise work ledger entries
/export,get,qf,export,export work ledger entries
/{entryId},get,,get,fetch work ledger entries

twuModels,/twu-models
,get,ql,list,fetch TWU models
,post,b,create,create TWU model
/{modelId},get,,get,fetch TWU model
/{modelId}/publish,post,,publish,publish TWU model draft

twuModels.versions,/twu-models/{modelId}/versions
,get,qla,list,fetch TWU model versions
,post,b,create,create TWU model version
/{version},get,,get,fetch TWU model version
/{version},put,b,update,update TWU model draft
/{version}/archive,post,,archive,archive TWU model version`

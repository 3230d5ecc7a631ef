const sdk = require('@instance-admin/sdk')
const raw = require('@instance-admin/sdk/raw')
const reactQuery = require('@instance-admin/sdk/react-query')
const reporter = require('@instance-admin/sdk/reporter')
const testing = require('@instance-admin/sdk/testing')
const { useSdk } = require('./use-sdk.cjs')

void useSdk({ ...sdk, ...raw, ...reactQuery, ...reporter, ...testing })

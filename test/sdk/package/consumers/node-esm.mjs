import * as sdk from '@instance-admin/sdk'
import * as raw from '@instance-admin/sdk/raw'
import * as reactQuery from '@instance-admin/sdk/react-query'
import * as reporter from '@instance-admin/sdk/reporter'
import * as testing from '@instance-admin/sdk/testing'
import { useSdk } from './use-sdk.cjs'

await useSdk({ ...sdk, ...raw, ...reactQuery, ...reporter, ...testing })

import openapiTS, { astToString } from 'openapi-typescript'
import schema from '../../spec/integration-type.schema.json' with { type: 'json' }

/** The TypeScript types of a file in `spec/integration-types`, from the JSON schema of such files. */
export async function generateIntegrationTypeFile(): Promise<string> {
  const { $schema: _dialect, $id: _id, $defs, ...file } = schema
  const schemas = { IntegrationTypeFile: file, ...$defs }
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: file.title, version: '1' },
    paths: {},
    components: { schemas },
  })
  const types = await openapiTS(document.replaceAll('#/$defs/', '#/components/schemas/'))
  return `// Generated from spec/integration-type.schema.json: change that, never this file.\n\n${astToString(types)}`
}

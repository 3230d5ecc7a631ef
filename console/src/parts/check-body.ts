import type { FormSchema } from '@instance-admin/sdk/schemas'

/**
 * Checks what is typed as the service would, in its sentences, before anything is sent: for `validate` of a form. `toBody`
 * makes of the values what is sent.
 */
export function checkBody<Values, Body>(schema: FormSchema<Body>, toBody: (values: Values) => Body) {
  return (values: Values): Record<string, string> => {
    const { issues = [] } = schema['~standard'].validate(toBody(values))
    // Of several faults of a field the first is shown.
    return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  }
}

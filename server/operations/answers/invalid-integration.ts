import type { Fault } from '../../../contract/types.ts'

/** 422: the configuration does not fit the integration type. */
export function invalidIntegration(faults: readonly Omit<Fault, 'in'>[]) {
  const more = faults.length === 1 ? '' : ` There are ${faults.length} faults; all are listed in errors.`
  return {
    status: 422,
    problem: {
      code: 'invalid_integration',
      detail: `${faults[0]?.message ?? 'The configuration does not fit.'}${more}`,
      errors: faults.map((fault): Fault => ({ in: 'body', ...fault })),
    },
  } as const
}

export function unknownType(type: string) {
  const message = `There is no integration type ${type}. GET .../integration-types lists them.`
  return invalidIntegration([{ pointer: '/type', code: 'unknown', message }])
}

/** The standard names of the samplers: `parentbased_` lets the caller's trace decide. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type Sampler = (typeof samplers)[number]

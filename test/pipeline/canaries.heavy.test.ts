// The same tests, in which each integration meets all twelve answers by both doors.
process.env['ANSWER_SHARE'] = '1'
await import('./canaries.test.ts')

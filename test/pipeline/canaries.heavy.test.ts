// The same tests, in which each integration meets all answers and all refusals by both doors.
process.env['ANSWER_SHARE'] = '1'
await import('./canaries.test.ts')

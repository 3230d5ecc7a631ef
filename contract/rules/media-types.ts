/** Tells whether a content type is UTF-8 JSON, or another media type in UTF-8. */
export function isJson(contentType: string | undefined, wanted = 'application/json'): boolean {
  const [mediaType, ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (mediaType?.trim() !== wanted) return false
  return parameters.every((parameter) => {
    const [name, value] = parameter.split('=').map((part) => part.trim().replaceAll('"', ''))
    return name !== 'charset' || value === 'utf-8' || value === 'utf8'
  })
}

/** Tells whether an `Accept` header (RFC 9110 section 12.5.1) allows a media type. */
export function accepts(accept: string | undefined, mediaType: string): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept.split(',').slice(0, 100).map(readRange)
  const wanted = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']
  const [nearest] = wanted.flatMap((type) => ranges.filter((range) => range.type === type))
  return nearest !== undefined && nearest.quality > 0
}

function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.toLowerCase().split(';')
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
  return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) }
}

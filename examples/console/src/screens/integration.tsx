export function Integration() {
  return null
}

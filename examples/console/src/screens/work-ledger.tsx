export function WorkLedger() {
  return null
}

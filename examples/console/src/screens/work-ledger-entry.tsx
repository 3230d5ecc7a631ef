export function WorkLedgerEntry() {
  return null
}

export function TwuDraft() {
  return null
}

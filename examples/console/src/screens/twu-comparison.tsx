export function TwuComparison() {
  return null
}

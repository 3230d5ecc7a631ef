export function TwuModel() {
  return null
}

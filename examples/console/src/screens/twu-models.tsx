export function TwuModels() {
  return null
}

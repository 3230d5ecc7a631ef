/** A row with a column for each member of a resource of the contract: `created_at` has the type of `createdAt`. */
export type RowOf<Resource> = { [Member in keyof Resource & string as SnakeCase<Member>]: Resource[Member] }

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** `{ client_name: string }` becomes `{ clientName: string }`. */
export type CamelKeys<Row> = { [Name in keyof Row as Camel<Name> & string]: Row[Name] };

/** A row of the database, named as everywhere else. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row>;
export function camelKeys(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

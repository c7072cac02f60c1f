/** The fields that are not undefined. */
export const definedOf = <T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** Creates the indexes of a service's stores, as far as they have any. */
export async function ensureIndexes(stores: Readonly<Record<string, object>>): Promise<void> {
  const indexed = Object.values(stores).filter(hasIndexes)
  await Promise.all(indexed.map((store) => store.ensureIndexes()))
}

const hasIndexes = (store: object): store is { ensureIndexes(): Promise<void> } => 'ensureIndexes' in store

import { productCategoryCreated, productCategoryDeleted, productCategoryUpdated } from '@souk/contracts'
import {
  assertMatch,
  createAggregates,
  createShortCache,
  type Decide,
  type EventRelay,
  type RecordCommand,
  type Stored,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import {
  type CategoryChange,
  type CategoryTree,
  type NewCategory,
  unknownCategory,
  withCategory,
  withChangedCategory,
  withoutCategory,
} from '../domain/product-categories/category-tree.ts'

const TREE = 'product_categories'
const NO_CATEGORIES: CategoryTree = { id: TREE, categories: [] }
const REMEMBERED = { ttl_ms: 1000, max: 1 }

/** All categories in one document: every change is one conditional update, so that concurrent changes cannot break the tree. */
export function createCategoryStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<CategoryTree>>('category_trees')
  const trees = createAggregates<CategoryTree>(collection, outbox?.relay(collection))
  const cache = createShortCache<CategoryTree>(REMEMBERED)

  const tree = async (deadline: number): Promise<CategoryTree> => (await trees.find(TREE, deadline))?.state ?? NO_CATEGORIES
  const recallTree = () => cache.get(TREE, tree)

  /** Creates the empty tree if there is none yet. */
  async function makeTreeOnce(deadline: number) {
    if (await trees.find(TREE, deadline)) return
    const { _id, ...rest } = toDocument(NO_CATEGORIES)
    await collection.updateOne({ _id }, { $setOnInsert: rest as never }, { upsert: true, ...timeLeft(deadline) })
  }

  async function change({ if_match, ...command }: RecordCommand, decide: Decide<CategoryTree>, id?: string) {
    return trees
      .execute(TREE, {
        ...command,
        missing: () => unknownCategory(id ?? TREE),
        decide: (state, context) => {
          if (if_match) assertMatch(if_match, state.categories.find((one) => one.id === id)?.revision)
          return decide(state, context)
        },
      })
      .finally(() => cache.forget(TREE))
  }

  return {
    tree,
    /** All categories, up to a second old if another replica changed them. */
    recallTree,

    /** Returns the tree with the new category, unchanged if it already has this id. @throws the refusals of `withCategory` */
    async create(id: string, fields: NewCategory, command: RecordCommand): Promise<CategoryTree> {
      await makeTreeOnce(command.deadline)
      const { state } = await change(command, (before, { now }) =>
        before.categories.some((one) => one.id === id)
          ? { state: before }
          : { state: withCategory(before, fields, { id, now }), events: [productCategoryCreated({ id })] },
      )
      return state
    },

    /** @throws the refusals of `withChangedCategory` */
    async update(id: string, fields: CategoryChange, command: RecordCommand): Promise<CategoryTree> {
      const { state } = await change(
        command,
        (before, { now }) => ({
          state: withChangedCategory(before, id, fields, now),
          events: [productCategoryUpdated({ id })],
        }),
        id,
      )
      return state
    },

    /** @returns the revision of the whole tree afterwards @throws the refusals of `withoutCategory` */
    async remove(id: string, command: RecordCommand): Promise<number> {
      await makeTreeOnce(command.deadline)
      const without = (before: CategoryTree) => ({
        state: withoutCategory(before, id),
        events: [productCategoryDeleted({ id })],
      })
      const { revision } = await change(command, without, id)
      return revision
    },
  }
}

export type CategoryStore = ReturnType<typeof createCategoryStore>

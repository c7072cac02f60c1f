import type { ListQuery, Operation, ResponseOf } from '@souk/contracts'
import { type Handler, implement, type RequestContext, type RequestOf } from '../server/implement.ts'

/** The part of a `createRecords` store that a list needs. */
export interface PagedStore<T> {
  page<S>(
    query: ListQuery,
    deadline: number,
    show: (records: readonly T[], until: number) => Promise<readonly S[]>,
  ): Promise<{ records: S[]; count: number; offset: number; limit: number }>
}

/** The parts of a request that say how records are shown. */
export type Shown = Pick<RequestContext, 'selection' | 'actor' | 'deadline' | 'passOn'>

/** The operation if it may be answered with `R`; otherwise `never`, so that it cannot be passed. */
export type AnsweredWith<O extends Operation, R> = R extends ResponseOf<O> ? O : never

interface ListHandler<Deps, T, Many extends string, S> {
  /** The key of the records in answers. */
  many: Many
  /** The records that the caller may reach. @throws the refusal of a caller who may reach none */
  store: (deps: Deps, request: Pick<RequestContext, 'actor'>) => PagedStore<T>
  /** Records as answers show them; default: as they are. */
  show?: (records: readonly T[], shown: Shown, deps: Deps) => Promise<readonly S[]>
}

/** Makes the handler of a plain list, for one operation or several. */
export function listHandler<Deps, T, const Many extends string, S = T>({
  many,
  store,
  show = async (records) => records as readonly unknown[] as readonly S[],
}: ListHandler<Deps, T, Many, S>) {
  type List = { [K in Many]: S[] } & { count: number; offset: number; limit: number }

  const list = async (request: RequestOf<Operation>, deps: Deps) => {
    const asked = request.query as ListQuery
    const { records, ...page } = await store(deps, request).page(asked, request.deadline, (found, until) =>
      show(found, { ...request, deadline: until }, deps),
    )
    return { [many]: records, ...page }
  }
  return <O extends Operation>(operation: AnsweredWith<O, List>): Handler<Deps, O> => implement<O, Deps>(operation, list as never)
}

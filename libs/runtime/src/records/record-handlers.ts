import type { BodyOf, Operation } from '@souk/contracts'
import type { FoundRecord, NextRecord, RecordCommand } from '../aggregate/change-record.ts'
import type { NewRecordRequest } from '../aggregate/new-records.ts'
import { patch } from '../aggregate/patch.ts'
import type { PlainRecord } from '../aggregate/records-options.ts'
import { deletionAnswer } from '../server/deletion-answer.ts'
import { Answer, type AnswerOf, type Handler, implement, type RequestContext, type RequestOf } from '../server/implement.ts'
import { type AnsweredWith, listHandler, type PagedStore, type Shown } from './list-handler.ts'

/** The part of a `createRecords` store that these handlers need. */
interface RecordStore<T, New> extends PagedStore<T> {
  get(id: string, deadline: number): Promise<FoundRecord<T>>
  create(fields: New, request: NewRecordRequest): Promise<FoundRecord<T>>
  update(id: string, command: RecordCommand, next: NextRecord<T>): Promise<FoundRecord<T>>
  remove(id: string, command: RecordCommand): Promise<FoundRecord<T> | undefined>
}

interface RecordHandlers<Deps, T, New, Key extends string, Many extends string, S> {
  /** The keys of one record and of many, in answers. */
  keys: readonly [one: Key, many: Many]
  /** The records that the caller may reach. @throws the refusal of a caller who may reach none */
  store: (deps: Deps, request: Pick<RequestContext, 'actor'>) => RecordStore<T, New>
  /** Records as answers show them; default: as they are. */
  show?: (records: readonly T[], shown: Shown, deps: Deps) => Promise<readonly S[]>
  /** One record's answer, if its `ETag` covers more than the record; default: `show` with the record's revision. */
  answer?: (found: FoundRecord<T>, shown: Shown, deps: Deps) => Promise<AnswerOf<{ [K in Key]: S }>> | AnswerOf<{ [K in Key]: S }>
}

type Patchable<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/**
 * The handlers of plain records, which are created, read, listed, changed and deleted with nothing to decide. An operation that
 * does more gets a handler of its own beside them.
 */
export function recordHandlers<Deps, T extends PlainRecord, New, const Key extends string, const Many extends string, S = T>({
  keys: [key, many],
  store,
  show = async (records) => records as readonly unknown[] as readonly S[],
  answer = async ({ record, revision }, request, deps) => {
    const [shown] = await show([record], request, deps)
    return new Answer({ [key]: shown } as { [K in Key]: S }, { revision })
  },
}: RecordHandlers<Deps, T, New, Key, Many, S>) {
  type One = { [K in Key]: S }

  const handle = <O extends Operation>(operation: O, run: (request: RequestOf<Operation>, deps: Deps) => Promise<unknown>) =>
    implement<O, Deps>(operation, run as never)

  return {
    list: listHandler<Deps, T, Many, S>({ many, store, show }),

    get: <O extends Operation>(operation: AnsweredWith<O, One>): Handler<Deps, O> =>
      handle(operation, async (request, deps) =>
        answer(await store(deps, request).get(idOf(request), request.deadline), request, deps),
      ),

    /** @param fieldsOf makes the record's fields, except its id and dates */
    create: <O extends Operation>(
      operation: AnsweredWith<O, One>,
      fieldsOf: (body: BodyOf<O>, request: Pick<RequestOf<O>, 'actor'>) => New,
    ): Handler<Deps, O> =>
      handle(operation, async (request, deps) => {
        const fields = fieldsOf(request.body as BodyOf<O>, request)
        return answer(await store(deps, request).create(fields, request), request, deps)
      }),

    /** The body is a patch of the record. */
    update: <O extends Operation>(operation: BodyOf<O> extends Patchable<T> ? AnsweredWith<O, One> : never): Handler<Deps, O> =>
      handle(operation as O, async (request, deps) => {
        const next = patch<T>(request.body as Patchable<T>)
        return answer(await store(deps, request).update(idOf(request), request.command, next), request, deps)
      }),

    /** Succeeds for a record that is deleted already or never existed. */
    delete: <O extends Operation>(operation: AnsweredWith<O, { id: string; object: Key; deleted: true }>): Handler<Deps, O> =>
      handle(operation, async (request, deps) => {
        const id = idOf(request)
        return deletionAnswer(key, id, await store(deps, request).remove(id, request.command))
      }),
  }
}

const idOf = ({ params }: RequestOf<Operation>) => (params as { id: string }).id

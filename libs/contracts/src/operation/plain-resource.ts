import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { eventsOf } from './event.ts'
import { type ListDeclaration, listQuery } from './list-query.ts'
import { listResponse } from './list-response.ts'
import { defineOperation, type Operation, type Path, type Selects } from './operation.ts'

interface PlainResource<Key extends string, Many extends string, S extends z.ZodObject> extends Pick<Operation, 'service'> {
  /** The path of the list; `/:id` follows for one record. */
  path: Path
  /** The words of summaries for one and for many. */
  noun: readonly [one: string, many: string]
  /** The keys of one record and of many, in answers. */
  keys: readonly [one: Key, many: Many]
  schema: S
  /** For the reference: the id of an existing record, and that of one that the example may delete. */
  examples: { id: string; deleted: string }
  /** `object` in the answer to a deletion; default: its key. */
  object?: string
  /** The fields shown by default; `*relation` and deeper paths as in `fields`. */
  defaults: 'all' | readonly Shown<keyof S['shape'] & string>[]
  companions?: Selects['companions']
  bounds?: Selects['bounds']
}

type Shown<Field extends string> = Field | `${Field}.${string}` | `*${Field}` | `*${Field}.${string}`

interface Act<Body extends z.ZodType> extends Pick<Operation, 'summary' | 'ifMatch'> {
  below: string
  body: Body
  /** The id of the example in the reference, if it is not the resource's own. */
  example?: string
}

/**
 * The operations of plain records, in the form that the peers give them. Each is declared under its own name, and may differ from
 * the others in any further option.
 */
export function plainResource<const Key extends string, const Many extends string, S extends z.ZodObject>({
  service,
  path,
  noun: [noun, nouns],
  keys: [key, many],
  schema,
  examples,
  object = key,
  defaults,
  companions,
  bounds,
}: PlainResource<Key, Many, S>) {
  const selects = { key, schema, defaults, ...(companions && { companions }), ...(bounds && { bounds }) }
  const response = z.object({ [key]: schema } as { [K in Key]: S })
  const paramsOf = (example: string) => z.object({ id: IdInput.meta({ description: `ID of the ${noun}`, example }) })
  const one = { service, path: `${path}/:id` as Path, params: paramsOf(examples.id) }

  return {
    list(name: string, declaration: ListDeclaration<S>) {
      const query = listQuery(schema, declaration)
      const summary = `List ${nouns}`
      return defineOperation({
        service,
        path,
        name,
        method: 'GET',
        summary,
        query,
        response: listResponse(many, schema),
        selects: { ...selects, key: many },
      })
    },
    create: <Body extends z.ZodType>(name: string, body: Body) =>
      defineOperation({
        service,
        path,
        name,
        method: 'POST',
        summary: `Create ${withArticle(noun)}`,
        body,
        ifMatch: 'none',
        response,
        selects,
      }),
    get: (name: string) =>
      defineOperation({ ...one, name, method: 'GET', summary: `Get ${withArticle(noun)}`, response, selects }),
    update: <Body extends z.ZodType>(name: string, body: Body) =>
      defineOperation({ ...one, name, method: 'POST', summary: `Update ${withArticle(noun)}`, body, response, selects }),
    /** Succeeds for a record that is deleted already or never existed. */
    delete(name: string) {
      const deleted = z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) })
      return defineOperation({
        ...one,
        name,
        method: 'DELETE',
        summary: `Delete ${withArticle(noun)}`,
        params: paramsOf(examples.deleted),
        response: deleted,
      })
    },
    /** Another action on one record, below its path, answered with the record. */
    act: <Body extends z.ZodType>(name: string, { below, example = examples.id, ...rest }: Act<Body>) =>
      defineOperation({
        ...one,
        ...rest,
        params: paramsOf(example),
        path: `${one.path}/${below}` as Path,
        name,
        method: 'POST',
        response,
        selects,
      }),
  }
}

/** The default events of plain records: `<record>.created`, `.updated` and `.deleted`, each with the record's id. */
export function recordEvents(service: Operation['service'], record: string, noun: string) {
  const event = eventsOf(service, record, z.object({ id: z.string().describe(`The ${noun}`) }))
  const subject = inCapital(withArticle(noun))
  return [
    event('created', `${subject} was created.`),
    event('updated', `${subject} was updated.`),
    event('deleted', `${subject} was deleted.`),
  ] as const
}

/** `a region`, `an invite`. A `u` counts as a consonant: `a user`. */
const withArticle = (noun: string) => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`

const inCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

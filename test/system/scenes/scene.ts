import type { HttpOptions, System } from '../system.ts'

/** The value, or the function that makes it. */
type Made<T> = T | ((system: System, id: string) => T | Promise<T>)
export type MadeId = (system: System) => string | Promise<string>

/** Ids for the `:id` of a path. An id that is nobody's is made of the caller's own. */
export interface Ids {
  /** A record that the caller may use; a path with `:id` has no honest request without it. */
  own: MadeId
  /** Another seller's; every `/vendor` path with an id names one. */
  foreign?: MadeId
  /** Deleted records, the caller's and the other seller's; every `/vendor` path with an id names them. */
  deleted?: (system: System) => Promise<string[]>
  /** How an id that is not the caller's is answered. Default: it is refused. */
  answered?: 'with an empty list' | 'with nothing' | 'as deleted'
}

/** A request and answer as they were recorded at Medusa or Mercur. */
export interface Sample {
  request: { method: string; path: string; headers: Record<string, string>; body: unknown }
  response: { status: number; body: Record<string, unknown> }
}

/** The same situation in our records: the scene's path, with the sample's query string. */
export interface Take extends HttpOptions {
  /** For the `:id` of the path. Default: the scene's own. */
  id?: string
  /** For its other names. Default: the scene's. */
  params?: Record<string, string>
  /** In the place of the sample's, with its question mark. */
  query?: string
  /** Ids in the sample's texts, and those that stand for them here. */
  names?: Record<string, string>
}
export type Play = (system: System, sample: Sample) => Take | Promise<Take>

interface PlayWithDifferences {
  play: Play
  /** We answer otherwise on purpose. */
  otherwise?: { status: number; type: string; message: string | RegExp; because: string }
  /** Fields that the peer shows unasked, since it computed the answer with them. */
  may_lack?: RegExp
}

/** The facts that the suites need about an operation with a route: all others come from its contract. */
export interface Scene {
  ids?: Ids
  /** For the names of the path other than `:id`. */
  params?: Made<Record<string, string>>
  /** Body of an honest request, which is granted. */
  body?: Made<Record<string, unknown>>
  /** The query string of an honest request, without the question mark. */
  query?: Made<string>
  /** Beside the credentials of the audience. A getter gives every request a value of its own. */
  headers?: Made<Record<string, string>>
  /** The same request is granted once only, and refused after that: with 400, or another status. */
  once?: true | 401 | 403 | 404 | 409 | 422
  /** An honest request is refused as well, with this status: nothing can be granted of what the operation is for. */
  refused?: 400
  /** Of the marketplace, and below `/vendor`: every seller is shown the same. Such an id is `own` of all of them. */
  shared?: true
  /** Of a record of the caller's own without an id: a part of the answer. */
  itself?: object
  /** Of a list: how many records a new seller is shown, its own and those of the marketplace. Default: none. */
  at_first?: number
  /** How each recorded sample of the operation is played, by `<peer>/<file>` in `test/data/samples`. */
  samples?: Record<string, Play | PlayWithDifferences>
  /**
   * Where answers differ from the peers' recorded ones (`test/data/client-answers.jsonl`), by request and field, and why. A line
   * that is no longer needed fails, so that there can only be fewer.
   */
  different?: Record<string, Record<string, string>>
}

/** The operations of one resource. */
export interface Resource {
  /** The ids for the `:name`s of recorded requests (`:order`), made where no seeded record has all that clients got. */
  recorded?: (system: System) => Record<string, string> | Promise<Record<string, string>>
  /** By the operation's name. */
  operations: Record<string, Scene>
}

export const ANONYMOUS = { as: 'anonymous', key: false } as const

/** As the holder of this token. */
export const bearing = (token: string): HttpOptions => ({ ...ANONYMOUS, headers: { authorization: `Bearer ${token}` } })

/** Sends the sample's body. */
export const asRecorded: Play = (_system, { request }) => ({ body: request.body ?? undefined })

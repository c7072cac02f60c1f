import type { Event, OperationError } from '@souk/contracts'
import type { Document, IndexDescription } from 'mongodb'
import type { Searched } from '../store/search-words.ts'
import type { EventRelay } from './event-relay.ts'

/** The fields that every plain record has beside its own. */
export interface PlainRecord {
  id: string
  /** ISO 8601, as the others. */
  created_at: string
  updated_at: string
  /** Null while it lives. */
  deleted_at: string | null
}

export interface RecordsOptions<T, Tenant extends keyof T & string> {
  /** The record's name in refusals: `Customer group with id: … not found`. */
  noun: string
  /** Prefix of new ids, such as `cusgroup`. */
  idPrefix: string
  /** The refusal of an unknown id, where the peers word it otherwise; `change`: the record was to be changed. */
  missing?: (id: string, change: boolean) => string
  /** The refusal of a unique value that another living record has, where the peers refuse it otherwise; undefined: as usual. */
  taken?: (values: Document) => string | OperationError | undefined
  /** The field with the id of a record's owner: records are reached through `of(owner)` only. */
  tenant?: Tenant
  /** The fields whose words the list searches (`q`); needs an index that begins with `search_words`, or with tenant and these. */
  searched?: Searched
  /** The paths of fields that the list filters or sorts by, where documents keep them elsewhere. */
  paths?: Readonly<Record<string, string>>
  /** Fields that pages leave out, because they may be long. */
  unlisted?: readonly (keyof T & string)[]
  /** Indexes beside that of all living records, the newest first. A unique one should hold among the living only. */
  indexes?: readonly IndexDescription[]
  /** Names of former indexes, to be dropped. */
  former_indexes?: readonly string[]
  /** The events of a record; their ids are the record's fields of the same names. Restoring counts as an update. */
  events?: { created?: Event; updated?: Event; deleted?: Event }
  /** Absent: events wait for a process that publishes them. */
  outbox?: EventRelay | undefined
}

/** Whose records are meant: to this owner, the others are as good as unknown. */
export interface Whose<T> {
  field: keyof T & string
  owner: unknown
  /** Default: that of an unknown record. */
  refusal?: () => OperationError
}

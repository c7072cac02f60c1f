import type { DomainEvent, Event, OperationError } from '@souk/contracts'
import type { Document, IndexDescription } from 'mongodb'
import type { Searched } from '../store/search-words.ts'
import type { EventRelay } from './event-relay.ts'

/** The fields that every plain record has besides its own. */
export interface PlainRecord {
  id: string
  /** ISO 8601, as the others. */
  created_at: string
  updated_at: string
  /** Null unless it is deleted. */
  deleted_at: string | null
}

export interface RecordsOptions<T, Tenant extends keyof T & string> {
  /** The record's name in refusals: `Customer group with id: … not found`. */
  noun: string
  /** Prefix of new ids, such as `cusgroup`. */
  idPrefix: string
  /** The text for an unknown id, if the peers word it differently; `change`: the record was to be changed. */
  missing?: (id: string, change: boolean) => string
  /** The refusal of a taken unique value, if the peers word it differently; undefined: the usual one. */
  taken?: (values: Document) => string | OperationError | undefined
  /** The field with the id of a record's owner: records are then reached through `of(owner)` only. */
  tenant?: Tenant
  /** The fields whose words the list searches (`q`); needs an index that begins with `search_words`, or with tenant and these. */
  searched?: Searched
  /** The paths of fields that the list filters or sorts by, if documents keep them elsewhere. */
  paths?: Readonly<Record<string, string>>
  /** Fields, or the paths of fields inside them, that pages leave out, because they may be long. */
  unlisted?: readonly ((keyof T & string) | `${keyof T & string}.${string}`)[]
  /** Indexes besides `newest`. A unique one should cover only records that are not deleted. */
  indexes?: readonly IndexDescription[]
  /** Names of former indexes, to be dropped. */
  formerIndexes?: readonly string[]
  /** The events of a record; their ids are taken from its fields of the same names. Restoring counts as an update. */
  events?: {
    created?: Event
    updated?: Event
    deleted?: Event
    /** Further events that a change causes. @param before undefined: the record is new */
    beside?: (record: T, before: T | undefined) => readonly DomainEvent[]
  }
  /** Absent: events wait until another process publishes them. */
  outbox?: EventRelay | undefined
}

/** Restricts records to one owner: all others count as unknown. */
export interface Whose<T> {
  field: keyof T & string
  owner: unknown
  /** Default: that of an unknown record. */
  refusal?: () => OperationError
}

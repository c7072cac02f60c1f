import { z } from 'zod'
import { TextInput } from '../fields/common.ts'

const READERS = 'Visible to administrators only'

/** The note of a change, or of a step of one; null: none. */
export const InternalNote = z.string().nullable().describe(READERS)
export const InternalNoteInput = TextInput().optional().describe(READERS)
/** For fields that also accept null. */
export const NullableInternalNoteInput = TextInput().nullish().describe(READERS)

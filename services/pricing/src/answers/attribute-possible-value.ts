import { Answer, type FoundRecord } from '@souk/runtime'
import type { AttributeRecord } from '../domain/attributes/attribute.ts'
import { type PossibleValueRecord, shownValue } from '../domain/attributes/possible-value.ts'

export const possibleValueAnswer = ({ record, revision }: FoundRecord<AttributeRecord>, value: PossibleValueRecord) =>
  new Answer({ attribute_possible_value: shownValue(value, record.id) }, { revision })

import { notFound } from '@souk/contracts'

/** The peers' refusal of a record that another one is to belong to, and that is not there. */
export const missingRelation = (field: string, id: string) =>
  notFound(`You tried to set relationship ${field}: ${id}, but such entity does not exist`)

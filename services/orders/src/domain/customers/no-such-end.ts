import { notFound } from '@souk/contracts'

/** The refusal to join a customer with something when one of the two is not there. @param end which one, as its id is called */
export const noSuchEnd = (end: 'customer_id' | 'customer_group_id', id: string) =>
  notFound(`You tried to set relationship ${end}: ${id}, but such entity does not exist`)

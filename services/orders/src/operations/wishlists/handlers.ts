import { wishLookupOperations, wishlistOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addWish } from './add-wish.ts'
import { findWishes } from './find-wishes.ts'
import { removeWish } from './remove-wish.ts'

export const wishlistHandlers = implementAll(wishlistOperations, { addWish, removeWish })
export const wishLookupHandlers = implementAll(wishLookupOperations, { findWishes })

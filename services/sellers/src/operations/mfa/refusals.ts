import { invalidData, notFound } from '@souk/contracts'

/** 404: also for the factors of others, and for disabled ones. */
export const factorNotFound = (id: string) => notFound(`MFA factor with id: ${id} was not found`)

/** 400: the token is as valid as before. */
export const wrongCode = () => invalidData('Invalid MFA code', { failed_guess: true })

/** 400. @param purpose the end of the sentence, for which the dashboard looks */
export const codeRequired = (purpose: string) => invalidData(`MFA verification code is required to ${purpose}`)

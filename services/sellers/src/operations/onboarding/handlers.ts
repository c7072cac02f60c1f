import { onboardingOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOnboarding, recalculateOnboarding } from './get-onboarding.ts'

export const onboardingHandlers = implementAll(onboardingOperations, { getOnboarding, recalculateOnboarding })

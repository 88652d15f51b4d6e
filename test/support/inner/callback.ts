export { createActionUrl } from '../../../src/callback/action-url.ts';
export { createCallbackHandler } from '../../../src/callback/callback-handler.ts';
export {
  type CbcRecipe,
  CipherError,
  type CipherRecipe,
  type EcbRecipe,
  type GcmRecipe,
} from '../../../src/callback/cipher/cipher.ts';
export { createCipher } from '../../../src/callback/cipher/create-cipher.ts';
export { createIdTokenCheck } from '../../../src/callback/id-token/create-id-token-check.ts';
export type { PressPort } from '../../../src/callback/port.ts';
export { createSignedAddress } from '../../../src/callback/signed-address.ts';

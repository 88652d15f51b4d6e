export { createActionUrl, createSignedAddress } from '../../../src/callback/addresses.ts';
export { createCallbackHandler, type PressPort } from '../../../src/callback/callback-handler.ts';
export {
  type CbcRecipe,
  CipherError,
  type CipherRecipe,
  type EcbRecipe,
  type GcmRecipe,
} from '../../../src/callback/cipher/cipher.ts';
export { createCipher, KEY_BYTES, type KeyedKind } from '../../../src/callback/cipher/create-cipher.ts';
export { createIdTokenCheck } from '../../../src/callback/id-token/create-id-token-check.ts';

/**
 * Descriptors for bpmn-moddle, for every parser whose tree `buildModel` is to read: none, on purpose.
 * Of a namespace it has a descriptor for, moddle drops each element the descriptor does not list, with no more than a
 * parser warning (measured, bpmn-moddle 9.0.4); of any other namespace it keeps all elements and attributes as they
 * stand. So what a modeler wrote survives, and lint can name what does not run. A tree that was parsed with a vendor's
 * own descriptors reads the same.
 */
export const moddleOptions: Readonly<Record<string, never>> = Object.freeze({});

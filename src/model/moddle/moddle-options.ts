/**
 * Descriptors for bpmn-moddle: none, on purpose. In a namespace with a descriptor moddle drops every element that the
 * descriptor does not list, with only a parser warning (measured, bpmn-moddle 9.0.4); in other namespaces it keeps all
 * elements and attributes. So nothing that a modeler wrote is lost, and lint can report what does not run. `readModel`
 * also reads trees that were parsed with the descriptors of a vendor.
 */
export const moddleOptions: Readonly<Record<string, never>> = Object.freeze({});

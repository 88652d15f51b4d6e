/** The vendor namespaces that are read. */
export const VENDOR_NAMESPACES = {
  ttc: 'http://bpmn-transaction-bridge/schema/ttc/1.0',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  /** jBPM and Kogito. */
  drools: 'http://www.jboss.org/drools',
} as const;

export type Vendor = keyof typeof VENDOR_NAMESPACES;

const VENDORS = new Map<string, Vendor>(
  (Object.keys(VENDOR_NAMESPACES) as Vendor[]).map((vendor) => [VENDOR_NAMESPACES[vendor], vendor]),
);

export function vendorOfNamespace(uri: string): Vendor | undefined {
  return VENDORS.get(uri);
}

export function isVendor(name: string): name is Vendor {
  return Object.hasOwn(VENDOR_NAMESPACES, name);
}

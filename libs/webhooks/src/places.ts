/** Where the sealed columns of a delivery stand; their ciphertext opens nowhere else. */
export const urlPlace = (deliveryId: string): string => `webhook_deliveries.url:${deliveryId}`;
export const bodyPlace = (deliveryId: string): string => `webhook_deliveries.body:${deliveryId}`;

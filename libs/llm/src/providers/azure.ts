import { isRecord } from '../openai-answer';

/**
 * Returns the addresses of Azure OpenAI after the base URL of the resource
 * (https://learn.microsoft.com/azure/ai-services/openai/reference).
 *
 * @param apiVersion for the older interface, with one address per deployment; the deployment is the model's name
 */
export const azureAddress =
  (apiVersion: string | undefined) =>
  (path: string, body: unknown): string => {
    if (apiVersion === undefined) return `/openai/v1${path}`;
    const deployment = isRecord(body) ? encodeURIComponent(String(body.model)) : '';
    return `/openai/deployments/${deployment}${path}?api-version=${apiVersion}`;
  };

/** `/health/live`, `/health/ready` and `/metrics`, the same in both programs. */
export { HealthModule } from './health.module';

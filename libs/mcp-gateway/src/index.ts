/** The gateway to MCP servers: hides their results with the table of a case. */
export { McpGateway, type GatewayCall } from './mcp-gateway';
export { McpGatewayModule } from './mcp-gateway.module';

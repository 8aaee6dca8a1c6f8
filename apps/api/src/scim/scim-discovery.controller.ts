import { Get, Inject } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { httpConfig, type HttpConfig } from '@app/config';
import { listOf, resourceTypes, schemas, serviceProviderConfig, type Resource } from '@app/scim';
import { scimBase } from './scim-base';
import { ScimResources } from './scim-resources.decorator';
import { ApiScimDiscovery, listExample } from './scim.documentation';

const BASE = 'https://chat.company.example/idm/v1/scim/v2';
const ALL = { offset: 0, limit: 100 };

/** What the SCIM endpoint supports (RFC 7644, section 4). */
@ScimResources()
export class ScimDiscoveryController {
  private readonly base: string;

  constructor(@Inject(httpConfig.KEY) http: HttpConfig) {
    this.base = scimBase(http);
  }

  @Get('ServiceProviderConfig')
  @ApiOperation({ operationId: 'getScimConfig', summary: 'The parts of SCIM that the service supports' })
  @ApiScimDiscovery(serviceProviderConfig(BASE))
  config(): Resource {
    return serviceProviderConfig(this.base);
  }

  @Get('ResourceTypes')
  @ApiOperation({ operationId: 'listScimResourceTypes', summary: 'The types of resources' })
  @ApiScimDiscovery(listExample(...resourceTypes(BASE)))
  types(): Resource {
    return list(resourceTypes(this.base));
  }

  @Get('Schemas')
  @ApiOperation({ operationId: 'listScimSchemas', summary: 'The attributes that the service stores' })
  @ApiScimDiscovery(listExample(...schemas(BASE)))
  schemas(): Resource {
    return list(schemas(this.base));
  }
}

const list = (resources: Resource[]): Resource => listOf(resources.length, ALL, resources);

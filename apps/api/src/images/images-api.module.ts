import { Module } from '@nestjs/common';
import { ImagesModule } from '@app/images';
import { GenerateImageController } from './generate-image.controller';
import { ImagesController } from './images.controller';

@Module({ imports: [ImagesModule], controllers: [GenerateImageController, ImagesController] })
export class ImagesApiModule {}

import { SAMPLE_RATE } from './sample-rate';

const FORMATS = 'mp3,wav,mov,ogg';
const CODECS = [
  'mp3,mp3float,mp2,mp2float,aac,alac,vorbis,opus,libopus,libvorbis,flac',
  'pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw',
  'adpcm_ms,adpcm_ima_wav,gsm_ms',
].join();

/**
 * Standard input to 16 bit, 16 kHz, mono on standard output. The decoder may open nothing but the bytes that it is
 * handed (no playlist reaches a file or an address), knows only the formats that are supported, and gives up where
 * more than one packet in twenty is damaged.
 */
export const FFMPEG_ARGUMENTS: readonly string[] = [
  '-hide_banner -nostdin -nostats -loglevel level+error -threads 1 -max_alloc 268435456 -max_error_rate 0.05',
  `-protocol_whitelist pipe -format_whitelist ${FORMATS} -codec_whitelist ${CODECS}`,
  '-i pipe:0 -map 0:a:0 -vn -sn -dn -map_metadata -1',
  `-c:a pcm_s16le -ac 1 -ar ${SAMPLE_RATE} -f s16le pipe:1`,
].flatMap((options) => options.split(' '));

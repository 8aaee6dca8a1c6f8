#!/bin/sh
# Builds the ffmpeg of the image from Debian's source package, with Debian's security fixes: only what decodes sound and writes
# samples. Debian's own package needs 298 others, among them drivers for screens. Needs deb-src entries, gcc, make and nasm.
# usage: build.sh TARGET, which gets bin/ffmpeg and its license.
set -eu
target=$1
# The containers and codecs that libs/transcription/src/audio allows.
demuxers=aac,aiff,amr,asf,flac,matroska,mov,mp3,ogg,wav
decoders=aac,ac3,alac,amrnb,amrwb,eac3,flac,mp2,mp2float,mp3,mp3float,opus,vorbis
decoders=$decoders,wmalossless,wmapro,wmav1,wmav2,wmavoice
decoders=$decoders,pcm_alaw,pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24be,pcm_s24le
decoders=$decoders,pcm_s32be,pcm_s32le,pcm_s8,pcm_u8,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,gsm_ms
parsers=aac,ac3,amr,flac,gsm,mpegaudio,opus,vorbis
filters=aformat,anull,aresample

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get source ffmpeg
cd ffmpeg-*/
./configure --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug \
  --disable-ffplay --disable-ffprobe --disable-avdevice --disable-postproc \
  --enable-protocol=pipe --enable-demuxer=$demuxers --enable-decoder=$decoders --enable-parser=$parsers \
  --enable-encoder=pcm_s16le --enable-muxer=pcm_s16le --enable-filter=$filters
make -j"$(nproc)" ffmpeg
install -D --strip ffmpeg "$target/bin/ffmpeg"
install -D -m 644 COPYING.LGPLv2.1 "$target/share/doc/ffmpeg/COPYING.LGPLv2.1"

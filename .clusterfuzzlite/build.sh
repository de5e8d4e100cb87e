#!/usr/bin/env bash
# ClusterFuzzLite calls this in the folder of the sources, with the variables of OSS-Fuzz.
exec ./oss-fuzz/build.sh
